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

package dev.ratelimit;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Refuses policies that make no sense, in words that say what to change.
 */
final class PolicyChecks {

	private PolicyChecks() {
	}

	static void check(Algorithm algorithm, List<Limit> limits, long queue, Duration maxWait, boolean countRejected,
			@Nullable Duration minInterval) {
		checkLimits(algorithm, limits);
		checkQueue(algorithm, queue, maxWait);
		checkLog(algorithm, limits, countRejected, minInterval);
	}

	private static void checkLimits(Algorithm algorithm, List<Limit> limits) {
		require(!limits.isEmpty(), "limits must name at least one limit, for example 100/1m");
		require(algorithm != Algorithm.LEAKY_BUCKET || limits.size() == 1,
				"a leaky bucket has exactly one limit, not " + limits);
		for (int i = 1; i < limits.size(); i++) {
			require(!limits.get(i - 1).window().equals(limits.get(i).window()),
					"limits %s and %s have the same window, keep one".formatted(limits.get(i - 1), limits.get(i)));
		}
		for (Limit limit : limits) {
			require(algorithm == Algorithm.TOKEN_BUCKET || limit.burst() == limit.permits(),
					"limit '%s' has a burst, which only a token bucket knows".formatted(limit));
		}
	}

	private static void checkQueue(Algorithm algorithm, long queue, Duration maxWait) {
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			require(queue >= 0 && queue <= Limit.MAX_PERMITS, "queue must be 0 to 10^12, not " + queue);
			require(!maxWait.isNegative() && maxWait.compareTo(Limit.MAX_WINDOW) <= 0,
					"max-wait must be 0 to 366d, not " + DurationText.of(maxWait));
			require(maxWait.toNanosPart() % 1000 == 0, "max-wait must be whole microseconds, not " + maxWait);
		}
		else {
			require(queue == 0, "queue has a meaning only for a leaky bucket, remove it");
			require(maxWait.isZero(), "max-wait has a meaning only for a leaky bucket, remove it");
		}
	}

	private static void checkLog(Algorithm algorithm, List<Limit> limits, boolean countRejected,
			@Nullable Duration minInterval) {
		if (algorithm == Algorithm.SLIDING_WINDOW_LOG) {
			for (Limit limit : limits) {
				require(limit.permits() <= RateLimitPolicy.MAX_LOG_PERMITS,
						"limit '%s' is too large for a log (at most %d permits), use the sliding window counter"
							.formatted(limit, RateLimitPolicy.MAX_LOG_PERMITS));
			}
			Duration longest = limits.get(limits.size() - 1).window();
			require(minInterval == null || (!minInterval.isNegative() && !minInterval.isZero()
					&& minInterval.toNanosPart() % 1000 == 0 && minInterval.compareTo(longest) <= 0),
					"min-interval must be positive and at most the longest window %s, not %s"
						.formatted(DurationText.of(longest), minInterval));
		}
		else {
			require(!countRejected, "count-rejected has a meaning only for a sliding window log, remove it");
			require(minInterval == null, "min-interval has a meaning only for a sliding window log, remove it");
		}
	}

	private static void require(boolean condition, String message) {
		if (!condition) {
			throw new IllegalArgumentException(message);
		}
	}

}
