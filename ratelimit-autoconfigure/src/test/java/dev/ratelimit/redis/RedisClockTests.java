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

package dev.ratelimit.redis;

import java.time.Duration;
import java.time.Instant;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.redis.limiter.RedisHeartbeat;
import dev.ratelimit.testing.MovableClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis whose own clock is moved by hours. Has a command of its own, for it needs a C
 * compiler and a Redis of the distribution; the contract suite shows the same with a
 * clock that the scripts are told.
 */
@Tag("clock")
class RedisClockTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final Duration HOUR = Duration.ofHours(1);

	private static MovableClock clock;

	private static RedisStore store;

	@BeforeAll
	static void start() {
		clock = new MovableClock();
		store = new RedisStore(new LettuceConnectionFactory("127.0.0.1", clock.server().port()), "clock", PATIENCE);
		assertThat(store.awaitReady(PATIENCE)).isTrue();
	}

	@AfterAll
	static void stop() {
		store.close();
		clock.close();
	}

	@BeforeEach
	void reset() {
		clock.set(Duration.ZERO);
	}

	@Test
	void theClockIsReallyMoved() {
		RedisHeartbeat heartbeat = new RedisHeartbeat(store);
		clock.set(HOUR.negated());
		assertThat(ahead(heartbeat)).isBetween(Duration.ofMinutes(-61), Duration.ofMinutes(-59));
		clock.set(HOUR);
		assertThat(ahead(heartbeat)).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
	}

	private static Duration ahead(RedisHeartbeat heartbeat) {
		return Duration.between(Instant.now(), Instant.EPOCH.plusNanos(heartbeat.beat().storeMicros() * 1000));
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void aClockThatGoesBackGrantsNothingAndNobodyWaitsLongerThanWritten(Algorithm algorithm) {
		RateLimiter limiter = limiter(algorithm);
		useUp(limiter, "back");
		for (int hours = 1; hours <= 48; hours *= 4) {
			clock.set(HOUR.multipliedBy(-hours));
			Decision decision = limiter.tryAcquire("back", 1);
			assertThat(decision.outcome()).isEqualTo(Outcome.REJECTED);
			// the counter remembers two windows
			assertThat(decision.retryAfter()).isPositive()
				.isLessThanOrEqualTo(HOUR.multipliedBy((algorithm == Algorithm.SLIDING_WINDOW_COUNTER) ? 2 : 1));
		}
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void aClockThatLeapsAheadIsTimeThatHasPassed(Algorithm algorithm) {
		RateLimiter limiter = limiter(algorithm);
		useUp(limiter, "ahead");
		clock.set(HOUR.multipliedBy(3));
		assertThat(limiter.tryAcquire("ahead", 0).reading()).isNotNull()
			.satisfies((reading) -> assertThat(reading.remaining()).isEqualTo(5));
		useUp(limiter, "ahead");
	}

	private static void useUp(RateLimiter limiter, String key) {
		for (int i = 0; i < 5; i++) {
			assertThat(limiter.tryAcquire(key, 1).isPermitted()).isTrue();
		}
		assertThat(limiter.tryAcquire(key, 1).outcome()).isEqualTo(Outcome.REJECTED);
	}

	private static RateLimiter limiter(Algorithm algorithm) {
		boolean queue = algorithm == Algorithm.LEAKY_BUCKET;
		return store.limiter(RateLimitPolicy.builder("p")
			.algorithm(algorithm)
			.limits("5/1h")
			.queue(queue ? 4 : 0)
			.maxWait(queue ? HOUR : Duration.ZERO)
			.build());
	}

}
