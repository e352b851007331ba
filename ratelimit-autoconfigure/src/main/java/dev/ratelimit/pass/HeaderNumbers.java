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

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reading;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that a client is told about its tightest limit, in whole permits and
 * seconds. All headers and the body of a refusal are written from one of these, so that
 * they agree.
 *
 * @param policy the policy that the client is told of
 * @param decision its decision, which the numbers are taken from
 * @param limit most permits a fresh client is granted at one instant: the capacity of the
 * limit, or, when nobody knows which limit is the tightest, of the policy
 * @param remaining how many single permits would pass now; absent when nobody knows
 * @param reset seconds until the situation is better, rounded up: if refused until a
 * retry (or, when a retry never passes, until the limit is fresh); if permitted until the
 * slot of a window ends, or until the limit is fresh; absent when nobody knows
 * @param retryAfter seconds after which to retry a refused request, rounded up and at
 * least 1; absent when permitted or when waiting does not help
 * @since 0.1.0
 */
public record HeaderNumbers(RateLimitPolicy policy, Decision decision, long limit, @Nullable Long remaining,
		@Nullable Long reset, @Nullable Long retryAfter) {

	/**
	 * How long to wait for a store that gave no answer: about as long as it takes until
	 * its return is noticed.
	 */
	private static final Duration STORE_WAIT = Duration.ofSeconds(1);

	/**
	 * Read the numbers from an answer.
	 * @param answer the tightest answer of a request
	 * @param jitter lengthens the wait of a refused request
	 * @return the numbers
	 */
	public static HeaderNumbers of(Answer answer, Jitter jitter) {
		return of(answer.ask().limiter().policy(), answer.decision(), answer.ask().key(), jitter);
	}

	/**
	 * Read the numbers from a decision.
	 * @param policy the policy that decided
	 * @param decision what it decided
	 * @param key whose limit it is
	 * @param jitter lengthens the wait of a refused request
	 * @return the numbers
	 */
	public static HeaderNumbers of(RateLimitPolicy policy, Decision decision, String key, Jitter jitter) {
		Reading reading = decision.reading();
		Long retryAfter = retryAfter(policy, decision, key, jitter);
		if (reading == null) {
			return new HeaderNumbers(policy, decision, policy.capacity(), null, null, retryAfter);
		}
		long reset = (retryAfter != null) ? retryAfter : reset(policy.algorithm(), decision, reading);
		return new HeaderNumbers(policy, decision, reading.capacity(), reading.remaining(), reset, retryAfter);
	}

	private static @Nullable Long retryAfter(RateLimitPolicy policy, Decision decision, String key, Jitter jitter) {
		Duration wait = decision.retryAfter();
		if (wait == null && decision.outcome() == Outcome.FAILED_CLOSED) {
			wait = STORE_WAIT;
		}
		if (wait == null || decision.isPermitted()) {
			return null;
		}
		Reading reading = decision.reading();
		Duration window = ((reading != null) ? reading.limit() : policy.limits().get(0)).window();
		return Math.max(1, Seconds.ceil(jitter.lengthen(wait, window, key)));
	}

	private static long reset(Algorithm algorithm, Decision decision, Reading reading) {
		Duration fresh = reading.resetAfter();
		Duration window = reading.limit().window();
		// The sliding window counter is fresh only once the current slot has been the
		// previous one for a whole window as well.
		boolean beyondSlot = decision.isPermitted() && algorithm == Algorithm.SLIDING_WINDOW_COUNTER
				&& fresh.compareTo(window) > 0;
		return Seconds.ceil(beyondSlot ? fresh.minus(window) : fresh);
	}

}
