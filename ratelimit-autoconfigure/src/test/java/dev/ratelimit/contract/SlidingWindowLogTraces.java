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
 * One mark per permit, gone at W after it; p passes if count + p <= L.
 */
interface SlidingWindowLogTraces extends Traces {

	private static RateLimitPolicy.Builder log(String limit) {
		return RateLimitPolicy.builder("golden").algorithm(Algorithm.SLIDING_WINDOW_LOG).limits(limit);
	}

	@Test
	default void logForgetsEachMarkAfterItsWindow() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "3/10s").at("0s")
			.allows(1, 2, "10s")
			.at("4s")
			.allows(2, 0, "10s")
			.refuses(1, "6s", 0, "10s")
			.refuses(2, "10s", 0, "10s")
			.exceeds(4)
			.at("9.999999s")
			.refuses(1, "0.000001s", 0, "4.000001s")
			.at("10s")
			.allows(1, 0, "10s")
			.refuses(1, "4s", 0, "10s")
			.at("14s")
			.shows(2, "6s");
	}

	@Test
	default void logTakesItsOwnMarksBack() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "5/10s").at("0s")
			.allows(2, 3, "10s")
			.as("first")
			.allows(1, 2, "10s")
			.at("3s")
			.allows(2, 0, "10s")
			.as("third")
			.at("4s")
			.givesBack("first")
			.shows(2, "9s")
			.givesBack("third")
			.shows(4, "6s")
			.at("10s")
			.shows(5, "0s");
	}

	@Test
	default void logsOfSeveralLengthsAllHaveToPass() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "2/10s", "3/60s").at("0s")
			.allows(1, 1, "10s")
			.reading("2/10s")
			.at("5s")
			.allows(1, 0, "10s")
			.reading("2/10s")
			.refuses(1, "5s", 0, "10s")
			.reading("2/10s")
			// 10 s until the short one is empty, 55 s until the first mark leaves the
			// long one
			.refuses(2, "55s", 1, "60s")
			.reading("3/1m")
			.at("10s")
			.allows(1, 0, "60s")
			.reading("3/1m");
	}

	@Test
	default void logKeepsDebtUpToTwiceItsLimit() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "3/10s").at("0s")
			.owes(5, 0, "10s")
			.showsNothingFor("10s", "10s")
			.at("4s")
			.owes(5, 0, "10s")
			.under("100/10s")
			.shows(94, "10s")
			.at("10s")
			.under("3/10s")
			.shows(2, "4s");
	}

	// The debt fills the short log up to 2 x 3; the marks that only the long one still
	// counts are there when it is given back.
	@Test
	default void logKeepsItsOldMarksUnderADebt() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "3/10s", "2/60s").at("0s")
			.allows(2, 0, "60s")
			.at("20s")
			.owes(10, 0, "60s")
			.as("debt")
			.showsNothingFor("60s", "60s")
			.givesBack("debt")
			.showsNothingFor("40s", "40s");
	}

	@Test
	default void logMovesFutureMarksToNowWhenTheClockStepsBack() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "3/10s").at("100s")
			.allows(2, 1, "10s")
			.at("50s")
			.refuses(2, "10s", 1, "10s")
			.at("59.999999s")
			.refuses(2, "0.000001s", 1, "0.000001s")
			.at("60s")
			.allows(2, 1, "10s");
	}

	@Test
	default void logKeepsFutureMarksOfSeveralTimesApart() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "5/60s").at("10s")
			.allows(1, 4, "60s")
			.at("20s")
			.allows(2, 2, "60s")
			.at("0s")
			.shows(2, "60s")
			.allows(1, 1, "60s")
			.at("60s")
			.shows(5, "0s");
	}

	@Test
	default void logMovesOnlyTheMarksThatLieInTheFuture() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "5/60s").at("10s")
			.allows(1, 4, "60s")
			.at("20s")
			.allows(2, 2, "60s")
			.at("15s")
			.shows(2, "60s")
			.at("70s")
			.shows(3, "5s");
	}

	@Test
	default void logNeedsNoConversion() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "3/10s").at("0s")
			.allows(3, 0, "10s")
			.at("5s")
			.under("5/20s")
			.shows(2, "15s")
			.allows(1, 1, "20s")
			.under("3/4s")
			.shows(2, "4s");
	}

	@Test
	default void rejectedAttemptsCountWhereTheyShall() {
		trace(log("2/3s").countRejected(true).build()).at("0s")
			.allows(2, 0, "3s")
			// marks 0 and 1: the first has to go
			.at("1s")
			.refuses(1, "2s", 0, "3s")
			// marks 1 and 1: both have to go
			.refuses(2, "3s", 0, "3s")
			.showsNothingFor("3s", "3s")
			.exceeds(3)
			.at("3.999999s")
			.refuses(1, "0.000001s", 0, "3s")
			.at("4s")
			.allows(1, 0, "3s");
	}

	@Test
	default void requestsKeepTheirDistance() {
		trace(log("5/10s").minInterval(Duration.ofSeconds(3)).build()).at("0s")
			.passes(1)
			.refusesTooSoon(1, "3s")
			.at("2.999999s")
			.refusesTooSoon(1, "0.000001s")
			.at("3s")
			.passes(4)
			// the distance needs 1 s, the limit 5 s
			.at("5s")
			.refuses(1, "5s", 0, "8s")
			.at("6s")
			.refuses(1, "4s", 0, "7s");
	}

	@Test
	default void ofDistanceAndLimitTheLongerWaitGivesTheReason() {
		trace(log("2/10s").minInterval(Duration.ofSeconds(8)).build()).at("0s")
			.passes(1)
			.at("8s")
			.passes(1)
			// the limit needs 1 s, the distance 7 s
			.at("9s")
			.refusesTooSoon(1, "7s");
		trace(log("2/10s").minInterval(Duration.ofSeconds(10)).build()).at("0s").passes(2).refuses(1, "10s", 0, "10s");
	}

}
