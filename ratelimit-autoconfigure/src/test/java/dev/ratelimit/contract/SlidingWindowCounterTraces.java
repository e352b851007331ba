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
 * p passes if previous x (W - elapsed) + (current + p) x W <= L x W.
 */
interface SlidingWindowCounterTraces extends Traces {

	@Test
	default void slidingCounterWeighsThePreviousSlot() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "10/10s").at("4s")
			.allows(10, 0, "16s")
			// 10 x (W - e) <= 9 x W from 1 s into the next slot
			.refuses(1, "7s", 0, "16s")
			.exceeds(11)
			.at("11s")
			.allows(1, 0, "19s")
			.refuses(1, "1s", 0, "19s")
			// 10 x 0.7 + 1
			.at("13s")
			.refuses(3, "1s", 2, "17s")
			.allows(2, 0, "17s")
			.refuses(10, "17s", 0, "17s")
			.at("30s")
			.shows(10, "0s");
	}

	// 3 x (W - e) <= 2 x W from W/3 = 2.333333... s.
	@Test
	default void slidingCounterRoundsItsWaitUp() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "3/7s").at("0s")
			.allows(3, 0, "14s")
			.refuses(1, "9.333334s", 0, "14s")
			.at("7s")
			.refuses(1, "2.333334s", 0, "7s")
			.at("9.333333s")
			.refuses(1, "0.000001s", 0, "4.666667s")
			.at("9.333334s")
			.allows(1, 0, "11.666666s");
	}

	@Test
	default void slidingCounterTakesBackOnlyInTheSameSlot() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "10/10s").at("4s")
			.allows(6, 4, "16s")
			.at("9s")
			.givesBack()
			.shows(10, "0s")
			.at("9.5s")
			.allows(6, 4, "10.5s")
			.as("old")
			.at("10s")
			.givesBack("old")
			.shows(4, "10s")
			.at("15s")
			.shows(7, "5s");
	}

	@Test
	default void slidingCountersOfSeveralLengthsAllHaveToPass() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "4/10s", "6/60s").at("0s")
			.allows(4, 0, "20s")
			.reading("4/10s")
			// 4 x (W - e) <= 3 x W from 2.5 s into the next slot
			.refuses(1, "12.5s", 0, "20s")
			.reading("4/10s")
			// 4 x (W - e) <= 2 x W from 30 s into the next slot of a minute
			.refuses(4, "90s", 2, "120s")
			.reading("6/1m")
			.at("15s")
			.allows(2, 0, "105s")
			.reading("6/1m")
			// 6 x (W - e) <= 5 x W from 10 s into the next slot of a minute
			.refuses(1, "55s", 0, "105s")
			.reading("6/1m");
	}

	@Test
	default void slidingCounterCarriesDebtIntoTheNextSlot() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "10/10s").at("4s")
			.owes(15, 0, "16s")
			// 15 x 0.6 = 9
			.showsNothingFor("10s", "16s")
			.owes(100, 0, "16s")
			// 20 x 0.6 = 12 in use, 20 x 0.45 = 9 at 15.5 s
			.at("14s")
			.showsNothingFor("1.5s", "6s")
			// 8 more make twice the limit
			.owes(100, 0, "16s")
			// 20 x (W - e) <= 1 x W from 9.5 s
			.at("15s")
			.showsNothingFor("4.5s", "15s");
	}

	@Test
	default void slidingCounterKeepsWhatIsUsedWhenTheClockStepsBack() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "10/10s").at("104s")
			.allows(10, 0, "16s")
			.at("42s")
			.refuses(1, "9s", 0, "18s")
			.at("50.999999s")
			.refuses(1, "0.000001s", 0, "9.000001s")
			.at("51s")
			.allows(1, 0, "19s");
	}

	// At 12.5 s 10 x 0.75 = 7.5 are in use, which count as 8 under other numbers.
	@Test
	default void slidingCounterConvertsWhatIsUsedWhenItsLimitChanges() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "10/10s").at("4s")
			.allows(10, 0, "16s")
			.at("12.5s")
			.under("20/20s")
			.shows(12, "7.5s")
			.refuses(13, "0.5s", 12, "7.5s")
			.allows(12, 0, "27.5s")
			// 20 x (W - e) <= 19 x W from 1 s into the slot that starts at 20 s
			.refuses(1, "8.5s", 0, "27.5s");
	}

	// One microsecond of overlap is 10 permits.
	@Test
	default void slidingCounterIsExactAtItsLargest() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "1000000000000/100000s").at("0s")
			.allows(1_000_000_000_000L, 0, "200000s")
			.at("100000s")
			.refuses(1, "0.000001s", 0, "100000s")
			.refuses(999_999_999_999L, "100000s", 0, "100000s")
			.at("100000.000001s")
			.allows(10, 0, "199999.999999s")
			.refuses(1, "0.000001s", 0, "199999.999999s")
			.refuses(11, "0.000002s", 0, "199999.999999s");
	}

}
