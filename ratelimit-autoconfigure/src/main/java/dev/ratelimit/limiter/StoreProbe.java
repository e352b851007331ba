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

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;

/**
 * Asks the store whether it is there, with the same sort of call and the same deadline
 * that decisions have. Takes nothing and leaves nothing. Thread-safe.
 *
 * @since 0.1.0
 */
public final class StoreProbe {

	/** No request has this key: resolved keys name their kind. */
	private static final String KEY = "probe";

	private final RateLimiter limiter;

	private final StoreWatch watch;

	/**
	 * Create a probe.
	 * @param store the store
	 * @param watch learns what came of it
	 */
	public StoreProbe(RateLimitStore store, StoreWatch watch) {
		this.limiter = store
			.limiter(RateLimitPolicy.builder("probe").algorithm(Algorithm.FIXED_WINDOW).limits("1/1s").build());
		this.watch = watch;
	}

	/**
	 * Ask.
	 */
	public void ask() {
		try {
			this.limiter.tryAcquire(KEY, 0);
			this.watch.looked();
		}
		catch (RateLimitStoreException ex) {
			this.watch.failed(ex);
		}
	}

}
