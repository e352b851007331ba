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

import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.TestStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cases on a real Redis, and what they leave there.
 */
class RedisCasesTests implements AmountCases, TimeCases {

	/** How much longer than it means anything a key may stay, in milliseconds. */
	private static final long SLACK = 30_000;

	private static RawRedis redis;

	private String prefix = TestStores.prefix();

	@BeforeAll
	static void connect() {
		redis = new RawRedis();
	}

	@AfterAll
	static void disconnect() {
		redis.close();
	}

	@Override
	public RateLimitStore open(InstantSource clock) {
		this.prefix = TestStores.prefix();
		return TestStores.redis(clock, this.prefix);
	}

	@AfterEach
	void everythingExpires() {
		assertThat(redis.keys(this.prefix)).allSatisfy((key) -> assertThat(redis.ttlMillis(key)).isPositive());
	}

	@ParameterizedTest
	@EnumSource
	void a3EveryChargeSetsAnExpiryThatCoversWhatIsUsed(Algorithm algorithm) {
		RateLimiter limiter = world(algorithm).limiter("10/60s");
		for (int i = 0; i < 3; i++) {
			Decision decision = limiter.tryAcquire(KEY, 3);
			long meaningful = World.resetAfter(decision) / 1000;
			assertThat(redis.ttlMillis(theKey())).isBetween(meaningful, meaningful + SLACK);
		}
		long meaningful = World.resetAfter(World.charge(limiter, KEY, 10)) / 1000;
		assertThat(redis.ttlMillis(theKey())).isBetween(meaningful, meaningful + SLACK);
	}

	@Test
	void a12RequestsOfOneMicrosecondLeaveAMarkEach() {
		RateLimiter limiter = world(Algorithm.SLIDING_WINDOW_LOG).limiter("100/60s");
		IntStream.range(0, 300).forEach((i) -> limiter.tryAcquire(KEY, 1));
		assertThat(redis.marks(theKey())).isEqualTo(100);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void a13FloodOfOneKeyLeavesABoundedSet(boolean countRejected) {
		RateLimitPolicy policy = RateLimitPolicy.builder("case")
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("1000/60s")
			.countRejected(countRejected)
			.build();
		World world = world(Algorithm.SLIDING_WINDOW_LOG);
		RateLimiter limiter = world.limiter(policy);
		long allowed = IntStream.range(0, 4000).filter((i) -> {
			world.clock().advanceMicros(1);
			return limiter.tryAcquire(KEY, 1).isPermitted();
		}).count();
		assertThat(allowed).isEqualTo(1000);
		assertThat(redis.marks(theKey())).isEqualTo(1000);
	}

	@ParameterizedTest
	@EnumSource
	void a14RefusalsAndLooksWriteNothing(Algorithm algorithm) {
		World world = world(algorithm);
		RateLimiter limiter = world.limiter("5/5s");
		World.allows(limiter.tryAcquire(KEY, 5));
		byte[] stored = redis.bytes(theKey());
		long ttl = redis.ttlMillis(theKey());
		for (int i = 0; i < 100; i++) {
			world.clock().advanceMicros(9000);
			World.refuses(limiter.tryAcquire(KEY, 1));
			limiter.tryAcquire(KEY, 0);
			limiter.tryAcquire(KEY, 6);
		}
		assertThat(redis.bytes(theKey())).isEqualTo(stored);
		assertThat(redis.ttlMillis(theKey())).isLessThanOrEqualTo(ttl);
		limiter.tryAcquire("another", 0);
		assertThat(redis.keys(this.prefix)).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "SLIDING_WINDOW_LOG")
	void a17StoredNumbersArePlainDigits(Algorithm algorithm) {
		for (String limit : List.of("100000000/100000000ms", "1000000000000/366d", "1000000000000/1ms", "7/366d")) {
			World world = world(algorithm);
			RateLimiter limiter = world.limiter(limit);
			world.clock().advanceMicros(1);
			long permits = limiter.policy().capacity() - 1;
			World.allows(limiter.tryAcquire(KEY, permits));
			world.clock().advanceMicros(1);
			Decision decision = limiter.tryAcquire(KEY, 1);
			assertThat(redis.dump(theKey())).as(limit).matches("[0-9 ]+");
			long meaningful = World.resetAfter(decision) / 1000;
			assertThat(redis.ttlMillis(theKey())).as(limit).isBetween(meaningful, meaningful + SLACK);
		}
	}

	@Test
	void a18EverythingOfAKeyLiesInOneRedisKeyForEachAlgorithm() {
		World world = world(Algorithm.TOKEN_BUCKET);
		Arrays.stream(Algorithm.values())
			.map((algorithm) -> Policies.aligned(algorithm, "p", "10/60s"))
			.forEach((policy) -> world.limiter(policy).tryAcquire(KEY, 8));
		world.limiter("10/60s", "50/1h").tryAcquire(KEY, 1);
		assertThat(redis.keys(this.prefix)).hasSize(Algorithm.values().length);
	}

	private String theKey() {
		List<String> keys = redis.keys(this.prefix);
		assertThat(keys).hasSize(1);
		return keys.get(0);
	}

}
