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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Finds what makes no sense in a policy, all of it, in words that say what to change.
 * Each begins with the name of a property, or of a limit.
 */
final class PolicyChecks {

	private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

	private final List<String> problems = new ArrayList<>();

	private PolicyChecks() {
	}

	static List<String> problems(String name, Algorithm algorithm, List<Limit> limits, long queue, Duration maxWait,
			boolean countRejected, @Nullable Duration minInterval) {
		PolicyChecks checks = new PolicyChecks();
		checks.require(NAME.matcher(name).matches(),
				"name '%s' must be 1 to 40 of a-z, 0-9 and '-', starting with a letter", name);
		checks.checkLimits(algorithm, limits);
		checks.checkQueue(algorithm, queue, maxWait);
		checks.checkLog(algorithm, limits, countRejected, minInterval);
		return checks.problems;
	}

	private void checkLimits(Algorithm algorithm, List<Limit> limits) {
		require(!limits.isEmpty(), "limits must name at least one limit, for example 100/1m");
		require(algorithm != Algorithm.LEAKY_BUCKET || limits.size() < 2,
				"a leaky bucket has exactly one limit, not %s", limits);
		for (int i = 1; i < limits.size(); i++) {
			require(!limits.get(i - 1).window().equals(limits.get(i).window()),
					"limits %s and %s have the same window, keep one", limits.get(i - 1), limits.get(i));
		}
		for (Limit limit : limits) {
			require(algorithm == Algorithm.TOKEN_BUCKET || limit.burst() == limit.permits(),
					"limit '%s' has a burst, which only a token bucket knows", limit);
		}
	}

	private void checkQueue(Algorithm algorithm, long queue, Duration maxWait) {
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			require(queue >= 0 && queue <= Limit.MAX_PERMITS, "queue must be 0 to 10^12, not %d", queue);
			require(!maxWait.isNegative() && maxWait.compareTo(Limit.MAX_WINDOW) <= 0,
					"max-wait must be 0 to 366d, not %s", DurationText.of(maxWait));
			require(maxWait.toNanosPart() % 1000 == 0, "max-wait must be whole microseconds, not %s", maxWait);
		}
		else {
			require(queue == 0, "queue has a meaning only for a leaky bucket, remove it");
			require(maxWait.isZero(), "max-wait has a meaning only for a leaky bucket, remove it");
		}
	}

	private void checkLog(Algorithm algorithm, List<Limit> limits, boolean countRejected,
			@Nullable Duration minInterval) {
		if (algorithm != Algorithm.SLIDING_WINDOW_LOG) {
			require(!countRejected, "count-rejected has a meaning only for a sliding window log, remove it");
			require(minInterval == null, "min-interval has a meaning only for a sliding window log, remove it");
			return;
		}
		for (Limit limit : limits) {
			require(limit.permits() <= RateLimitPolicy.MAX_LOG_PERMITS,
					"limit '%s' is too large for a log (at most %d permits), use the sliding window counter", limit,
					RateLimitPolicy.MAX_LOG_PERMITS);
		}
		if (minInterval != null && !limits.isEmpty()) {
			Duration longest = limits.get(limits.size() - 1).window();
			require(!minInterval.isNegative() && !minInterval.isZero() && minInterval.toNanosPart() % 1000 == 0
					&& minInterval.compareTo(longest) <= 0,
					"min-interval must be positive and at most the longest window %s, not %s", DurationText.of(longest),
					minInterval);
		}
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private void require(boolean condition, String problem, Object... arguments) {
		if (!condition) {
			this.problems.add(problem.formatted(arguments));
		}
	}

}
