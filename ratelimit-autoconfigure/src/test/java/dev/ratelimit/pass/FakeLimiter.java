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

package dev.ratelimit.pass;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import org.jspecify.annotations.Nullable;

/**
 * Answers what it is told to and writes down what it was asked, in a log that it may
 * share with others.
 */
final class FakeLimiter implements RateLimiter {

	final List<Charge> released = new ArrayList<>();

	private final RateLimitPolicy policy;

	private final List<String> log;

	private final Supplier<CompletableFuture<Decision>> answer;

	@Nullable RuntimeException releaseFailure;

	private FakeLimiter(RateLimitPolicy policy, List<String> log, Supplier<CompletableFuture<Decision>> answer) {
		this.policy = policy;
		this.log = log;
		this.answer = answer;
	}

	static FakeLimiter allowing(RateLimitPolicy policy, List<String> log) {
		return answering(policy, log, allowed(policy));
	}

	static FakeLimiter rejecting(RateLimitPolicy policy, List<String> log) {
		return answering(policy, log, rejected(policy, Duration.ofSeconds(7)));
	}

	static FakeLimiter answering(RateLimitPolicy policy, List<String> log, Decision decision) {
		return new FakeLimiter(policy, log, () -> CompletableFuture.completedFuture(decision));
	}

	static FakeLimiter promising(RateLimitPolicy policy, List<String> log, CompletableFuture<Decision> promise) {
		return new FakeLimiter(policy, log, () -> promise);
	}

	static FakeLimiter failing(RateLimitPolicy policy, List<String> log, RuntimeException failure) {
		return new FakeLimiter(policy, log, () -> CompletableFuture.failedFuture(failure));
	}

	static FakeLimiter throwing(RateLimitPolicy policy, List<String> log, RuntimeException failure) {
		return new FakeLimiter(policy, log, () -> {
			throw failure;
		});
	}

	static Decision allowed(RateLimitPolicy policy) {
		Charge charge = new Charge(policy.name(), "k", Source.STORE, List.of());
		return new Decision(Outcome.ALLOWED, Reason.NONE, Source.STORE, reading(policy, 3), null, Duration.ZERO,
				charge);
	}

	static Decision rejected(RateLimitPolicy policy, @Nullable Duration retryAfter) {
		return new Decision(Outcome.REJECTED, Reason.LIMIT, Source.STORE, reading(policy, 0), retryAfter, Duration.ZERO,
				null);
	}

	private static Reading reading(RateLimitPolicy policy, long remaining) {
		return new Reading(policy.limits().get(0), policy.capacity(), remaining, Duration.ofSeconds(30));
	}

	@Override
	public RateLimitPolicy policy() {
		return this.policy;
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		this.log.add(this.policy.name() + " " + permits);
		return this.answer.get().join();
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		this.log.add(this.policy.name() + " " + permits + " async");
		return this.answer.get();
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		if (this.releaseFailure != null) {
			throw this.releaseFailure;
		}
		this.released.add(charge);
		return new CompletableFuture<>();
	}

	@Override
	public void reset(String key) {
		throw new UnsupportedOperationException();
	}

}
