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
import java.util.Objects;

/**
 * What the tightest limit of a policy showed right after a decision: among limits that
 * reject the one with the longest wait, else the one with the least remaining, then the
 * one that resets last.
 *
 * @param limit the limit that is read
 * @param capacity most permits that a fresh key is granted at one instant under this
 * limit
 * @param remaining how many single permits would pass at this instant, rounded down,
 * never negative
 * @param resetAfter time until the limit is as good as fresh if nobody else comes,
 * rounded up to the microsecond; zero if it is fresh now
 * @since 0.1.0
 */
public record Reading(Limit limit, long capacity, long remaining, Duration resetAfter) {

	public Reading {
		Objects.requireNonNull(limit, "limit must not be null");
		Objects.requireNonNull(resetAfter, "resetAfter must not be null");
		if (remaining < 0) {
			throw new IllegalArgumentException("remaining must not be negative, not " + remaining);
		}
		if (resetAfter.isNegative()) {
			throw new IllegalArgumentException("resetAfter must not be negative, not " + resetAfter);
		}
	}

}
