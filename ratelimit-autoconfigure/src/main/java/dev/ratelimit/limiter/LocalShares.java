/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package dev.ratelimit.limiter;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import dev.ratelimit.Charge;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;

/**
 * This instance's shares of all policies in failure mode
 * {@link dev.ratelimit.FailureMode#LOCAL}, and what is to be settled of them once the
 * store answers again. Thread-safe.
 *
 * @since 0.1.0
 */
public final class LocalShares {

	private final MemoryStore memory;

	private final IntSupplier instances;

	private final List<Settlement> settlements = new CopyOnWriteArrayList<>();

	/**
	 * Create the shares.
	 * @param memory keeps what is counted, marked {@link dev.ratelimit.Source#LOCAL}
	 * @param instances how many instances share the limits, at least 1; asked at every
	 * call
	 */
	public LocalShares(MemoryStore memory, IntSupplier instances) {
		this.memory = memory;
		this.instances = instances;
	}

	LocalLimiter limiter(RateLimitPolicy policy) {
		return new LocalLimiter(policy, this.memory, this.instances);
	}

	Settlement settlement(RateLimiter store, LocalLimiter local, Consumer<Charge> release) {
		Settlement settlement = new Settlement(store, local.use(), release);
		this.settlements.add(settlement);
		return settlement;
	}

	/**
	 * Whether nothing is counted here, of any policy. Cheap enough to ask at every
	 * request.
	 */
	boolean isEmpty() {
		return this.memory.size() == 0;
	}

	/**
	 * Hand over all that is counted here to the store. Blocks, for one deadline at a
	 * time.
	 * @throws RateLimitStoreException if the store gives no answer; what it has not taken
	 * still counts here
	 */
	public void settle() {
		if (!isEmpty()) {
			this.settlements.forEach(Settlement::settle);
		}
	}

}
