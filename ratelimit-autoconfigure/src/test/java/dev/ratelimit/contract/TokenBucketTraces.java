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

import dev.ratelimit.Algorithm;
import org.junit.jupiter.api.Test;

/**
 * used falls by L / W; p passes if used + p <= B.
 */
interface TokenBucketTraces extends Traces {

	// One permit in 7/3 s = 2.333333... s.
	@Test
	default void tokenBucketRefillsSteadily() {
		trace(Algorithm.TOKEN_BUCKET, "3/7s").at("0s")
			.allows(2, 1, "4.666667s")
			// used 2 - 3/7 + 1 = 18/7
			.at("1s")
			.allows(1, 0, "6s")
			// (18/7 - 2) x 7/3 = 4/3
			.refuses(1, "1.333334s", 0, "6s")
			.at("2.333333s")
			.refuses(1, "0.000001s", 0, "4.666667s")
			// used 13.999998/7 + 1
			.at("2.333334s")
			.allows(1, 0, "7s")
			.givesBack()
			.shows(1, "4.666666s")
			.at("7s")
			.shows(3, "0s");
	}

	@Test
	default void tokenBucketGrantsItsBurstAtOnceAndThenItsRate() {
		trace(Algorithm.TOKEN_BUCKET, "10/1s burst 25").at("0s")
			.allows(25, 0, "2.5s")
			.refuses(1, "0.1s", 0, "2.5s")
			.refuses(5, "0.5s", 0, "2.5s")
			.refuses(25, "2.5s", 0, "2.5s")
			.exceeds(26)
			.at("0.5s")
			.shows(5, "2s")
			.allows(5, 0, "2.5s")
			.at("3s")
			.shows(25, "0s")
			.at("1000s")
			.shows(25, "0s");
	}

	@Test
	default void tokenBucketTakesBackOnlyWhatHasNotDrained() {
		trace(Algorithm.TOKEN_BUCKET, "10/10s").at("0s")
			.allows(4, 6, "4s")
			.as("first")
			.at("2s")
			.allows(5, 3, "7s")
			.as("second")
			// 3 of the first 4 have drained, 1 of the 7 in use at 2 s
			.at("3s")
			.givesBack("first")
			.shows(5, "5s")
			.givesBack("second")
			.shows(10, "0s")
			.at("4s")
			.allows(4, 6, "4s")
			.at("8.5s")
			.givesBack()
			.shows(10, "0s");
	}

	@Test
	default void tokenBucketPaysDebtBackAtItsRate() {
		trace(Algorithm.TOKEN_BUCKET, "10/10s").at("0s")
			.owes(15, 0, "15s")
			.showsNothingFor("6s", "15s")
			.owes(100, 0, "20s")
			.refuses(10, "20s", 0, "20s")
			.at("10.999999s")
			.refuses(1, "0.000001s", 0, "9.000001s")
			.at("11s")
			.shows(1, "9s");
	}

	@Test
	default void tokenBucketKeepsWhatIsUsedWhenTheClockStepsBack() {
		trace(Algorithm.TOKEN_BUCKET, "10/10s").at("100s")
			.allows(8, 2, "8s")
			.at("40s")
			.refuses(3, "1s", 2, "8s")
			.at("41s")
			.allows(3, 0, "10s");
	}

	// At 1 s 11/7 are in use, which count as 2 under other numbers but keep draining by
	// 3/7
	// until something is written.
	@Test
	default void tokenBucketConvertsWhatIsUsedWhenItsLimitChanges() {
		trace(Algorithm.TOKEN_BUCKET, "3/7s").at("0s")
			.allows(2, 1, "4.666667s")
			.at("1s")
			.under("2/7s")
			.refuses(1, "1.333334s", 0, "3.666667s")
			.under("6/7s")
			.shows(4, "3.666667s")
			.allows(4, 0, "7s")
			.refuses(1, "1.166667s", 0, "7s");
	}

	// 31.6224 us for a permit.
	@Test
	default void tokenBucketIsExactAtItsLargest() {
		trace(Algorithm.TOKEN_BUCKET, "1000000000000/366d").at("0s")
			.allows(999_999_999_999L, 1, "31622399.999969s")
			.refuses(2, "0.000032s", 1, "31622399.999969s")
			.at("0.000031s")
			.refuses(2, "0.000001s", 1, "31622399.999938s")
			.at("0.000032s")
			.allows(2, 0, "31622400s")
			.refuses(1_000_000_000_000L, "31622400s", 0, "31622400s");
	}

}
