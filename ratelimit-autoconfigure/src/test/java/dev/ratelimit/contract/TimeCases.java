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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cases about when.
 */
interface TimeCases extends Cases {

	@Test
	default void a6TokenDoesNotComeEarlyBecauseItWasAskedFor() {
		World world = world(Algorithm.TOKEN_BUCKET);
		assertThat(Cases.statuses(world, world.limiter("1/1s"), 0, 600, 1200, 1800)).containsExactly(200, 429, 200,
				429);
	}

	@Test
	default void a7PollingNeitherDelaysNorDrifts() {
		World world = world(Algorithm.TOKEN_BUCKET);
		assertThat(admitted(world, world.limiter("1/10m"), Duration.ofMinutes(20))).containsExactly(0L, 600_000L,
				1_200_000L);
		world = world(Algorithm.TOKEN_BUCKET);
		assertThat(admitted(world, world.limiter("3/7s"), Duration.ofHours(1))).hasSize(1545);
	}

	@Test
	default void a8SecondImmediateRequestIsRefused() {
		trace(Algorithm.TOKEN_BUCKET, "3/1s burst 1").passes(1).refuses(1);
		trace(Algorithm.TOKEN_BUCKET, "1/10s").passes(1).refuses(1).at("9.9s").refuses(1).at("10s").passes(1);
		trace(Algorithm.FIXED_WINDOW, "1/50ms").passes(1).refuses(1);
	}

	@Test
	default void a9BoundaryDoublesOnlyTheFixedWindow() {
		trace(Algorithm.FIXED_WINDOW, "60/60s").at("59.9s").passes(60).refuses(1).at("60s").passes(60).refuses(1);
		trace(Algorithm.SLIDING_WINDOW_LOG, "60/60s").at("59.9s").passes(60).refuses(1).at("60s").refuses(1);
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "60/60s").at("59.9s")
			.passes(60)
			.at("60s")
			.refuses(1)
			.at("90s")
			.refuses(31)
			.passes(30)
			.refuses(1);
	}

	@Test
	default void a10SlidingCounterCountsTheOverlap() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "100/60s").at("0s")
			.passes(50)
			.at("66s")
			.allows(10, 45, "114s")
			.refuses(46)
			.passes(45)
			.refuses(1);
	}

	@Test
	default void a11SlidingCounterOfOnePermit() {
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "1/10s").at("0s")
			.passes(1)
			.at("10s")
			.refuses(1, "10s", 0, "10s")
			.at("20s")
			.passes(1);
	}

	@Test
	default void a12RequestsOfOneMicrosecondAreAllCounted() {
		RateLimiter limiter = world(Algorithm.SLIDING_WINDOW_LOG).limiter("100/60s");
		long allowed = LongStream.range(0, 1000).filter((i) -> limiter.tryAcquire(KEY, 1).isPermitted()).count();
		assertThat(allowed).isEqualTo(100);
	}

	@Test
	default void a14RefusalsDoNotPutTheRefillOff() {
		World world = world(Algorithm.TOKEN_BUCKET);
		RateLimiter limiter = world.limiter("5/5s");
		World.allows(limiter.tryAcquire(KEY, 5));
		assertThat(Cases.statuses(world, limiter, LongStream.range(0, 100).map((i) -> i * 9).toArray()))
			.containsOnly(429);
		assertThat(Cases.statuses(world, limiter, 999, 1000)).containsExactly(429, 200);
	}

	@Test
	default void a19TrafficDoesNotStretchTheWindow() {
		World world = world(Algorithm.FIXED_WINDOW);
		RateLimiter limiter = world.limiter("10/60s");
		for (int i = 0; i <= 60; i++) {
			world.clock().set(World.START.plusSeconds(5L * i));
			Decision decision = limiter.tryAcquire(KEY, 1);
			assertThat(decision.isPermitted()).as("at %d s", 5 * i).isEqualTo(i % 12 < 10);
			assertThat(World.reading(decision).remaining()).isEqualTo(Math.max(0, 9 - i % 12));
		}
	}

	@Test
	default void a21LogForgetsRequestsOneByOne() {
		World world = world(Algorithm.SLIDING_WINDOW_LOG);
		assertThat(
				Cases.statuses(world, world.limiter("2/3s"), 0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000))
			.containsExactly(200, 200, 429, 200, 200, 429, 200, 200, 429, 200);
	}

	@Test
	default void a21CountedRejectionsBlockWhoeverKeepsTrying() {
		World world = world(Algorithm.SLIDING_WINDOW_LOG);
		RateLimiter limiter = world.limiter(log().countRejected(true).build());
		assertThat(Cases.statuses(world, limiter, 0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000))
			.containsExactly(200, 200, 429, 429, 429, 429, 429, 429, 429, 429);
		assertThat(Cases.statuses(world, limiter, 11_000)).containsExactly(200);
	}

	@Test
	default void a21MinIntervalKeepsRequestsApart() {
		World world = world(Algorithm.SLIDING_WINDOW_LOG);
		RateLimiter limiter = world.limiter(log().minInterval(Duration.ofSeconds(1)).build());
		assertThat(Cases.statuses(world, limiter, 0)).containsExactly(200);
		refusesAt(world, limiter, 500, Reason.MIN_INTERVAL, 1);
		assertThat(Cases.statuses(world, limiter, 1000)).containsExactly(200);
		refusesAt(world, limiter, 2500, Reason.LIMIT, 1);
	}

	@Test
	default void f1LongestOfTheWaitsIsTold() {
		trace(Algorithm.SLIDING_WINDOW_LOG, "5/1s", "10/60s").at("0s")
			.passes(5)
			.at("1s")
			.passes(5)
			.refuses(1, "59s", 0, "60s")
			.reading("10/1m");
		trace(Algorithm.SLIDING_WINDOW_COUNTER, "5/1s", "10/60s").at("0s")
			.passes(5)
			.at("2s")
			.passes(5)
			.refuses(1, "64s", 0, "118s")
			.reading("10/1m");
		// 10 - 1/6 in use
		trace(Algorithm.TOKEN_BUCKET, "5/1s", "10/60s").at("0s")
			.passes(5)
			.at("1s")
			.passes(5)
			.refuses(1, "5s", 0, "59s")
			.reading("10/1m");
	}

	private static RateLimitPolicy.Builder log() {
		return RateLimitPolicy.builder("case").algorithm(Algorithm.SLIDING_WINDOW_LOG).limits("2/3s");
	}

	private static void refusesAt(World world, RateLimiter limiter, long millis, Reason reason, long seconds) {
		world.clock().set(World.START.plusMillis(millis));
		Decision decision = limiter.tryAcquire(KEY, 1);
		World.refuses(decision);
		assertThat(decision.reason()).isEqualTo(reason);
		assertThat(Math.floorDiv(World.retryAfter(decision) + 999_999, 1_000_000L)).isEqualTo(seconds);
	}

	private static List<Long> admitted(World world, RateLimiter limiter, Duration duration) {
		List<Long> admitted = new ArrayList<>();
		for (long milli = 0; milli <= duration.toMillis(); milli += 100) {
			world.clock().set(World.START.plusMillis(milli));
			if (limiter.tryAcquire(KEY, 1).isPermitted()) {
				admitted.add(milli);
			}
		}
		return admitted;
	}

}
