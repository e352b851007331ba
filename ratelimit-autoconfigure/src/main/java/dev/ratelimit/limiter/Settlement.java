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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.CountedUse;

/**
 * Hands over to the store what this instance counted for itself while the store gave no
 * answer: for each key, what is still in use at that moment, as a debt. Until the store
 * has taken it, it counts here. A key is settled once at a time, and whoever asks
 * meanwhile waits for the same answer. Thread-safe.
 */
final class Settlement {

	/** Keys that are settled at once; all of them together would be a flood. */
	private static final int TOGETHER = 64;

	private static final CompletableFuture<Void> SETTLED = CompletableFuture.completedFuture(null);

	private final RateLimiter store;

	private final CountedUse use;

	private final Consumer<Charge> release;

	private final Map<String, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();

	/**
	 * Create the settlement.
	 * @param store who takes over
	 * @param use what is counted here
	 * @param release gives a charge of the store back
	 */
	Settlement(RateLimiter store, CountedUse use, Consumer<Charge> release) {
		this.store = store;
		this.use = use;
		this.release = release;
	}

	/**
	 * Settle a key.
	 * @param key whose limit
	 * @return completes when nothing is left of what was counted here; fails with a
	 * {@link RateLimitStoreException} if the store gives no answer
	 */
	CompletableFuture<Void> settle(String key) {
		if (this.use.of(key) == 0) {
			return SETTLED;
		}
		CompletableFuture<Void> settled = new CompletableFuture<>();
		CompletableFuture<Void> known = this.underWay.putIfAbsent(key, settled);
		if (known != null) {
			return known;
		}
		// read again, for another settlement may have ended since
		handOver(key, this.use.of(key)).whenComplete((done, failure) -> {
			this.underWay.remove(key);
			if (failure == null) {
				settled.complete(null);
			}
			else {
				settled.completeExceptionally(failure);
			}
		});
		return settled;
	}

	private CompletionStage<Void> handOver(String key, long permits) {
		if (permits == 0) {
			return SETTLED;
		}
		CompletionStage<Decision> charged;
		try {
			charged = this.store.charge(key, permits);
		}
		catch (RateLimitStoreException ex) {
			charged = CompletableFuture.failedFuture(ex);
		}
		return charged.handle((decision, failure) -> {
			if (failure == null) {
				this.use.settled(key, permits);
				return null;
			}
			throw new CompletionException(failed(StoreCalls.unwrap(failure)));
		});
	}

	/**
	 * What the store takes too late is given back, for it still counts here.
	 */
	private Throwable failed(Throwable failure) {
		if (failure instanceof RateLimitStoreException storeFailure && storeFailure.late() != null) {
			storeFailure.late().thenAccept((decision) -> {
				Charge charge = decision.charge();
				if (charge != null) {
					this.release.accept(charge);
				}
			});
			return new RateLimitStoreException(storeFailure.kind(), String.valueOf(storeFailure.getMessage()),
					storeFailure);
		}
		return failure;
	}

	/**
	 * Settle all keys. Blocks, for one deadline at a time.
	 * @throws RateLimitStoreException if the store gives no answer; what it has not taken
	 * still counts here
	 */
	void settle() {
		List<CompletableFuture<Void>> together = new ArrayList<>(TOGETHER);
		for (String key : this.use.keys()) {
			if (this.use.of(key) == 0) {
				this.use.settled(key, 0);
			}
			else {
				together.add(settle(key));
			}
			if (together.size() == TOGETHER) {
				StoreCalls.await(together);
				together.clear();
			}
		}
		StoreCalls.await(together);
	}

}
