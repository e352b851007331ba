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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;

/**
 * Answers for a store that gives no answer, as the policy's failure mode decided
 * beforehand. Every request asks the store again, so recovery needs nothing but the
 * store.
 *
 * @since 0.1.0
 */
public final class FailoverRateLimiter implements RateLimiter {

	private final RateLimiter store;

	private final RateLimiter local;

	private final StoreWatch watch;

	/**
	 * Create the decorator.
	 * @param store the limiter that may give no answer
	 * @param local the same policy on this instance alone, for
	 * {@link dev.ratelimit.FailureMode#LOCAL}; its charges are marked
	 * {@link Source#LOCAL}
	 * @param watch learns whether the store answers
	 */
	public FailoverRateLimiter(RateLimiter store, RateLimiter local, StoreWatch watch) {
		this.store = store;
		this.local = local;
		this.watch = watch;
	}

	@Override
	public RateLimitPolicy policy() {
		return this.store.policy();
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		try {
			Decision decision = this.store.tryAcquire(key, permits);
			this.watch.answered();
			return decision;
		}
		catch (RateLimitStoreException ex) {
			this.watch.failed(policy(), ex);
			return instead(() -> this.local.tryAcquire(key, permits));
		}
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return orElse(() -> this.store.tryAcquireAsync(key, permits), () -> this.local.tryAcquire(key, permits));
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		return orElse(() -> this.store.charge(key, permits),
				() -> this.local.charge(key, permits).toCompletableFuture().join());
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		return (charge.source() == Source.LOCAL) ? this.local.release(charge) : this.store.release(charge);
	}

	@Override
	public void reset(String key) {
		this.local.reset(key);
		this.store.reset(key);
	}

	private CompletionStage<Decision> orElse(Supplier<CompletionStage<Decision>> store, Supplier<Decision> local) {
		CompletionStage<Decision> asked;
		try {
			asked = store.get();
		}
		catch (RateLimitStoreException ex) {
			asked = CompletableFuture.failedFuture(ex);
		}
		return asked.handle((decision, failure) -> {
			if (failure == null) {
				this.watch.answered();
				return decision;
			}
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			if (!(cause instanceof RateLimitStoreException storeFailure)) {
				throw new CompletionException(cause);
			}
			this.watch.failed(policy(), storeFailure);
			return instead(local);
		});
	}

	private Decision instead(Supplier<Decision> local) {
		return switch (policy().failureMode()) {
			case ALLOW -> Decision.failed(Outcome.FAILED_OPEN);
			case REJECT -> Decision.failed(Outcome.FAILED_CLOSED);
			case LOCAL -> local.get();
		};
	}

}
