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

package dev.ratelimit.actuate;

import java.math.BigDecimal;
import java.time.Duration;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reading;
import org.jspecify.annotations.Nullable;

/**
 * How one key stands under a policy, by its tightest limit. All durations are in seconds.
 *
 * @param policy name of the policy
 * @param key the key as it is stored
 * @param outcome what one more request for one permit would come to
 * @param source where that is known from
 * @param limit the tightest limit
 * @param capacity most permits a fresh caller has at one instant
 * @param remaining how many single requests would pass now
 * @param resetAfter until the key is fresh
 * @param retryAfter until one more request would pass, absent if it would now or never
 * will
 * @since 0.1.0
 */
public record KeyDescriptor(String policy, String key, String outcome, String source, @Nullable String limit,
		@Nullable Long capacity, @Nullable Long remaining, @Nullable BigDecimal resetAfter,
		@Nullable BigDecimal retryAfter) {

	static KeyDescriptor of(RateLimitPolicy policy, String key, Decision look) {
		Reading reading = look.reading();
		String outcome = Texts.lower(outcome(policy, look));
		String source = Texts.lower(look.source());
		Duration wait = look.retryAfter();
		BigDecimal retryAfter = (wait != null) ? Texts.seconds(wait) : null;
		if (reading == null) {
			return new KeyDescriptor(policy.name(), key, outcome, source, null, null, null, null, retryAfter);
		}
		return new KeyDescriptor(policy.name(), key, outcome, source, reading.limit().toString(), reading.capacity(),
				reading.remaining(), Texts.seconds(reading.resetAfter()), retryAfter);
	}

	/**
	 * A look itself is always allowed, but says how long one permit would have to wait; a
	 * queue that is not empty delays what it does not refuse.
	 */
	private static Outcome outcome(RateLimitPolicy policy, Decision look) {
		Reading reading = look.reading();
		if (reading == null) {
			return look.outcome();
		}
		if (look.retryAfter() != null) {
			return Outcome.REJECTED;
		}
		boolean queued = policy.algorithm() == Algorithm.LEAKY_BUCKET && !reading.resetAfter().isZero();
		return queued ? Outcome.DELAYED : look.outcome();
	}

}
