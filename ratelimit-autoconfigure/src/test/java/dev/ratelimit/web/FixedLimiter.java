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

package dev.ratelimit.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;

/**
 * Always decides the same.
 */
record FixedLimiter(RateLimitPolicy policy, Decision decision) implements RateLimiter {

	@Override
	public Decision tryAcquire(String key, long permits) {
		return this.decision;
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return CompletableFuture.completedFuture(this.decision);
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		return CompletableFuture.completedFuture(this.decision);
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void reset(String key) {
	}

}
