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

package dev.ratelimit.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;

/**
 * Lets everything pass: stands in for every limiter while rate limiting is off.
 */
final class PassThroughRateLimiter implements RateLimiter {

	private static final Decision ALLOWED = new Decision(Outcome.ALLOWED, Reason.NONE, Source.LOCAL, null, null,
			Duration.ZERO, null);

	private final RateLimitPolicy policy;

	PassThroughRateLimiter(RateLimitPolicy policy) {
		this.policy = policy;
	}

	@Override
	public RateLimitPolicy policy() {
		return this.policy;
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		Objects.requireNonNull(key, "key must not be null");
		if (permits < 0) {
			throw new IllegalArgumentException("permits must not be negative, not " + permits);
		}
		return ALLOWED;
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return CompletableFuture.completedFuture(tryAcquire(key, permits));
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		return CompletableFuture.completedFuture(tryAcquire(key, permits));
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void reset(String key) {
	}

}
