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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.redis.RedisStores;
import dev.ratelimit.testing.TestStores;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The suite is worth something: it finds nothing in the scripts and something in every
 * script with a mistake.
 */
class ScriptMutationTests {

	@ParameterizedTest
	@EnumSource
	void scriptIsSound(Algorithm algorithm) {
		String script = RedisStores.script(algorithm);
		assertThat(violations((any) -> (any == algorithm) ? script : RedisStores.script(any), algorithm)).isEmpty();
	}

	@TestFactory
	Stream<DynamicTest> mutantIsKilled() {
		return ScriptMutants.all()
			.stream()
			.map((mutant) -> DynamicTest.dynamicTest(mutant.toString(),
					() -> assertThat(violations(mutant.scripts(), mutant.algorithm())).isNotEmpty()));
	}

	static List<String> violations(Function<Algorithm, String> scripts, Algorithm algorithm) {
		Function<InstantSource, RateLimitStore> store = (clock) -> TestStores.redis(clock, scripts);
		List<String> violations = new ArrayList<>(keysOfWrongLife(store, algorithm));
		return violations.isEmpty() ? KillSuite.violations(store, algorithm) : violations;
	}

	/**
	 * Keys that expire never or too early, after each kind of write.
	 */
	private static List<String> keysOfWrongLife(Function<InstantSource, RateLimitStore> store, Algorithm algorithm) {
		World world = new World(algorithm, store);
		RateLimiter limiter = world.limiter(Policies.aligned(algorithm, "mutant", "5/60s"));
		List<String> violations = new ArrayList<>();
		try (RawRedis redis = new RawRedis()) {
			redis.keys("test").stream().filter(ScriptMutationTests::isOurs).forEach(redis::delete);
			limiter.tryAcquire(KEY, 2);
			violations.addAll(wrong(redis, limiter, "after a charge"));
			world.clock().advanceMicros(-1_000_000);
			limiter.tryAcquire(KEY, 5);
			violations.addAll(wrong(redis, limiter, "after the clock stepped back"));
			limiter.tryAcquire(KEY, 1);
			World.release(limiter, limiter.tryAcquire(KEY, 1));
			violations.addAll(wrong(redis, limiter, "after a release"));
			World.charge(limiter, KEY, 20);
			violations.addAll(wrong(redis, limiter, "after a debt"));
			return violations;
		}
		catch (RuntimeException ex) {
			return List.of(ex.toString());
		}
	}

	private static List<String> wrong(RawRedis redis, RateLimiter limiter, String when) {
		long meaningful = World.resetAfter(limiter.tryAcquire(KEY, 0)) / 1000;
		return redis.keys("test")
			.stream()
			.filter(ScriptMutationTests::isOurs)
			.filter((key) -> redis.ttlMillis(key) < meaningful)
			.map((key) -> key + " lives " + redis.ttlMillis(key) + " ms " + when)
			.toList();
	}

	private static boolean isOurs(String key) {
		return key.contains(":mutant:");
	}

}
