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

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import org.junit.jupiter.api.Test;

/**
 * tail = time + used x W / L; p passes if used + p - 1 <= min(queue, max-wait x L / W)
 * and waits for the tail.
 */
interface LeakyBucketTraces extends Traces {

	private static RateLimitPolicy policy(String limit, long queue, Duration maxWait) {
		return RateLimitPolicy.builder("golden")
			.algorithm(Algorithm.LEAKY_BUCKET)
			.limits(limit)
			.queue(queue)
			.maxWait(maxWait)
			.build();
	}

	// A place every 0.5 s, three of them to wait in.
	@Test
	default void leakyBucketSpacesItsQueue() {
		trace(policy("2/1s", 3, Duration.ofSeconds(5))).at("0s")
			.allows(1, 3, "0.5s")
			.delays(1, "0.5s", 2, "1s")
			.delays(2, "1s", 0, "2s")
			.refuses(1, "0.5s", 0, "2s")
			.refuses(2, "1s", 0, "2s")
			.refuses(4, "2s", 0, "2s")
			.exceeds(5)
			.at("0.5s")
			.delays(1, "1.5s", 0, "2s")
			// half a place is in use
			.at("2.25s")
			.delays(1, "0.25s", 2, "0.75s")
			.at("3s")
			.allows(1, 3, "0.5s");
	}

	// A place every 7/3 s; max-wait is 15/7 places, so that 3 fit at once.
	@Test
	default void leakyBucketComparesMaxWaitExactly() {
		trace(policy("3/7s", 100, Duration.ofSeconds(5))).at("0s")
			.allows(1, 2, "2.333334s")
			.delays(1, "2.333334s", 1, "4.666667s")
			.delays(1, "4.666667s", 0, "7s")
			.exceeds(4)
			// (3 - 15/7) x 7/3 = 2
			.refuses(1, "2s", 0, "7s")
			.at("1.999999s")
			.refuses(1, "0.000001s", 0, "5.000001s")
			.at("2s")
			.delays(1, "5s", 0, "7.333334s");
	}

	@Test
	default void leakyBucketWithoutAQueueOnlySpaces() {
		trace(policy("1/10s", 0, Duration.ZERO)).at("0s")
			.allows(1, 0, "10s")
			.refuses(1, "10s", 0, "10s")
			.at("9.999999s")
			.refuses(1, "0.000001s", 0, "0.000001s")
			.at("10s")
			.allows(1, 0, "10s");
	}

	@Test
	default void leakyBucketReopensOnlyTheLastPlace() {
		trace(policy("1/1s", 4, Duration.ofSeconds(10))).at("0s")
			.allows(1, 4, "1s")
			.as("first")
			.delays(1, "1s", 3, "2s")
			.as("second")
			.givesBack("first")
			.shows(3, "2s")
			.givesBack("second")
			.shows(4, "1s")
			.at("2s")
			.allows(1, 4, "1s")
			.as("third")
			.delays(3, "1s", 1, "4s")
			.as("fourth")
			.givesBack("fourth")
			.givesBack("third")
			.shows(5, "0s");
	}

	@Test
	default void leakyBucketPaysDebtBackAtItsRate() {
		trace(policy("1/1s", 4, Duration.ofSeconds(10))).at("0s")
			.owes(7, 0, "7s")
			.showsNothingFor("3s", "7s")
			.owes(9, 0, "10s")
			.at("6s")
			.delays(1, "4s", 0, "5s");
	}

	@Test
	default void leakyBucketKeepsItsQueueWhenTheClockStepsBack() {
		trace(policy("1/1s", 4, Duration.ofSeconds(10))).at("100s")
			.allows(1, 4, "1s")
			.delays(4, "1s", 0, "5s")
			.at("10s")
			.refuses(1, "1s", 0, "5s")
			.at("11s")
			.delays(1, "4s", 0, "5s");
	}

	// At 0.5 s 3.5 places are in use, which count as 4 under other numbers.
	@Test
	default void leakyBucketConvertsItsQueueWhenItsLimitChanges() {
		trace(policy("10/10s", 9, Duration.ofSeconds(10))).at("0s")
			.allows(4, 6, "4s")
			.at("0.5s")
			.under(policy("10/20s", 9, Duration.ofSeconds(20)))
			.shows(6, "3.5s")
			.refuses(8, "1.5s", 6, "3.5s")
			.delays(1, "8s", 5, "10s");
	}

	@Test
	default void leakyBucketIsExactAtItsLargest() {
		trace(policy("1000000000000/366d", 1_000_000_000_000L, Duration.ofDays(366))).at("0s")
			.allows(1_000_000_000_000L, 1, "31622400s")
			.delays(1, "31622400s", 0, "31622400.000032s")
			.refuses(1, "0.000032s", 0, "31622400.000032s");
	}

}
