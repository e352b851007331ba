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

package dev.ratelimit.algorithm;

import java.time.Duration;
import java.util.List;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import org.jspecify.annotations.Nullable;

/**
 * What a step means for the request that asked for it: a decision that does not know yet
 * whose it is.
 *
 * @param outcome ALLOWED, DELAYED or REJECTED
 * @param reason why not simply allowed
 * @param reading what the tightest limit shows after the step
 * @param retryAfter time until the request (a look: one permit) would pass; absent if it
 * would now
 * @param delay how long an admitted request waits
 * @param places what was taken; empty if nothing was
 * @param lifetime time until the state has no meaning any more, in microseconds
 * @since 0.1.0
 */
public record Ruling(Outcome outcome, Reason reason, Reading reading, @Nullable Duration retryAfter, Duration delay,
		List<Charge.Place> places, long lifetime) {

	/**
	 * This ruling as a limiter's answer.
	 * @param policy the policy that was applied
	 * @param key whose limit
	 * @param source where the step was made
	 * @return the decision, with a charge if something was taken
	 */
	public Decision toDecision(RateLimitPolicy policy, String key, Source source) {
		return toDecision(policy, key, source, 0);
	}

	/**
	 * This ruling as the answer of a limiter whose store can lose what was taken.
	 * @param policy the policy that was applied
	 * @param key whose limit
	 * @param source where the step was made
	 * @param origin by what the store will know whether it still has what was taken
	 * @return the decision, with a charge if something was taken
	 */
	public Decision toDecision(RateLimitPolicy policy, String key, Source source, long origin) {
		Charge charge = this.places.isEmpty() ? null : new Charge(policy.name(), key, source, this.places, origin);
		return new Decision(this.outcome, this.reason, source, this.reading, this.retryAfter, this.delay, charge);
	}

}
