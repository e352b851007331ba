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
 * One counter per slot; p passes if used + p <= L.
 */
interface FixedWindowTraces extends Traces {

	@Test
	default void fixedWindowForgetsAtTheEndOfItsSlot() {
		trace(Algorithm.FIXED_WINDOW, "5/10s").at("3s")
			.allows(2, 3, "7s")
			.refuses(4, "7s", 3, "7s")
			.allows(3, 0, "7s")
			.showsNothingFor("7s", "7s")
			.exceeds(6)
			.at("9.999999s")
			.refuses(1, "0.000001s", 0, "0.000001s")
			.at("10s")
			.shows(5, "0s")
			.allows(5, 0, "10s")
			.at("25s")
			.allows(1, 4, "5s");
	}

	@Test
	default void fixedWindowTakesBackOnlyInTheSameSlot() {
		trace(Algorithm.FIXED_WINDOW, "5/10s").at("3s")
			.allows(2, 3, "7s")
			.as("first")
			.at("4s")
			.allows(2, 1, "6s")
			.as("second")
			.at("9.999999s")
			.givesBack("first")
			.shows(3, "0.000001s")
			.at("10s")
			.allows(4, 1, "10s")
			.givesBack("second")
			.shows(1, "10s");
	}

	@Test
	default void fixedWindowsOfSeveralLengthsAllHaveToPass() {
		trace(Algorithm.FIXED_WINDOW, "3/10s", "5/60s").at("0s")
			.allows(3, 0, "10s")
			.reading("3/10s")
			.refuses(1, "10s", 0, "10s")
			.reading("3/10s")
			.refuses(3, "60s", 2, "60s")
			.reading("5/1m")
			.at("10s")
			.allows(2, 0, "50s")
			.reading("5/1m")
			.refuses(3, "50s", 0, "50s")
			.reading("5/1m")
			.at("60s")
			.shows(3, "0s");
	}

	@Test
	default void fixedWindowForgivesDebtAtTheEndOfItsSlot() {
		trace(Algorithm.FIXED_WINDOW, "5/10s").at("3s")
			.owes(7, 0, "7s")
			.refuses(1, "7s", 0, "7s")
			.owes(50, 0, "7s")
			.under("100/10s")
			.shows(90, "7s")
			.at("10s")
			.under("5/10s")
			.shows(5, "0s");
	}

	@Test
	default void fixedWindowKeepsWhatIsUsedWhenTheClockStepsBack() {
		trace(Algorithm.FIXED_WINDOW, "5/10s").at("103s")
			.allows(5, 0, "7s")
			.at("62s")
			.refuses(1, "8s", 0, "8s")
			.at("69.999999s")
			.refuses(1, "0.000001s", 0, "0.000001s")
			.at("70s")
			.allows(5, 0, "10s");
	}

	// What was used in the slot that ends at 60 s counts until then, and under a window
	// of
	// 40 s as soon as something is written, in that window's slot.
	@Test
	default void fixedWindowConvertsWhatIsUsedWhenItsLimitChanges() {
		trace(Algorithm.FIXED_WINDOW, "10/60s").at("30s")
			.allows(8, 2, "30s")
			.under("5/60s")
			.showsNothingFor("30s", "30s")
			.under("100/60s")
			.shows(92, "30s")
			.under("10/40s")
			.refuses(3, "30s", 2, "30s")
			.allows(1, 1, "10s")
			.under("20/60s")
			.shows(11, "10s")
			.at("40s")
			.under("10/40s")
			.shows(10, "0s");
	}

	// A window that is new takes the most used of those that are gone; one that stays
	// keeps
	// its own.
	@Test
	default void fixedWindowsMatchByTheirLength() {
		trace(Algorithm.FIXED_WINDOW, "4/10s", "30/60s", "50/1h").at("0s")
			.passes(4)
			.at("10s")
			.passes(3)
			.under("50/1h", "30/20s")
			.shows(23, "50s")
			.reading("30/20s")
			.under("50/10s", "30/20s")
			.shows(23, "3590s")
			.reading("30/20s")
			.under("50/10s")
			.shows(47, "10s");
	}

	@Test
	default void fixedWindowIsExactAtItsLargest() {
		trace(Algorithm.FIXED_WINDOW, "1000000000000/100000s").at("1s")
			.allows(999_999_999_999L, 1, "99999s")
			.refuses(2, "99999s", 1, "99999s")
			.allows(1, 0, "99999s")
			.refuses(1, "99999s", 0, "99999s");
	}

}
