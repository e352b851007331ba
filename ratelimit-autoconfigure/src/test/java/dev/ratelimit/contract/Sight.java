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

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

import dev.ratelimit.Limit;
import dev.ratelimit.Reading;

/**
 * What the oracle sees of one limit.
 *
 * @param limit the limit
 * @param capacity what a fresh key is granted at one instant
 * @param remaining how many single permits would pass
 * @param resetAfter microseconds until fresh
 * @param passesAfter microseconds until what is asked for would pass, 0 if it passes
 */
record Sight(Limit limit, long capacity, long remaining, long resetAfter, long passesAfter) {

	Reading reading() {
		return new Reading(this.limit, this.capacity, this.remaining, Duration.of(this.resetAfter, ChronoUnit.MICROS));
	}

	static long longestWait(List<Sight> sights) {
		return sights.stream().mapToLong(Sight::passesAfter).max().orElseThrow();
	}

	/**
	 * The readings that may stand for all: of the refusing limits those with the longest
	 * wait, else those with the least remaining and of these the last to reset.
	 */
	static List<Reading> tightest(List<Sight> sights) {
		long wait = longestWait(sights);
		if (wait > 0) {
			return sights.stream().filter((sight) -> sight.passesAfter == wait).map(Sight::reading).toList();
		}
		long remaining = sights.stream().mapToLong(Sight::remaining).min().orElseThrow();
		List<Sight> least = sights.stream().filter((sight) -> sight.remaining == remaining).toList();
		long reset = least.stream().mapToLong(Sight::resetAfter).max().orElseThrow();
		return least.stream().filter((sight) -> sight.resetAfter == reset).map(Sight::reading).toList();
	}

}
