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

package dev.ratelimit.contract;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;

/**
 * A limiter whose store never answers, and has nothing to forget.
 */
public record SilentLimiter(RateLimitPolicy policy) implements RateLimiter {

	@Override
	public Decision tryAcquire(String key, long permits) {
		if (permits < 0) {
			throw new IllegalArgumentException("permits must not be negative, not " + permits);
		}
		throw silence();
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return (permits < 0) ? CompletableFuture.completedFuture(tryAcquire(key, permits))
				: CompletableFuture.failedFuture(silence());
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		return tryAcquireAsync(key, permits);
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		if (!charge.policy().equals(this.policy.name())) {
			throw new IllegalArgumentException("a charge of another policy");
		}
		return CompletableFuture.failedFuture(silence());
	}

	@Override
	public void reset(String key) {
		// there is nothing
	}

	private static RateLimitStoreException silence() {
		return new RateLimitStoreException(Kind.TIMEOUT, "no answer", null);
	}

}
