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
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.RedisCluster;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A cluster of three masters, each with a replica, asked by way of Lettuce and of Jedis.
 * Cases E5 and E6. The master is killed last, for the tests share one cluster.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedisClusterTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static RedisCluster cluster;

	private static RedisStore lettuce;

	private static RedisStore jedis;

	@BeforeAll
	static void start() {
		cluster = new RedisCluster();
		lettuce = new RedisStore(lettuce(), "cluster", Duration.ofSeconds(2));
		jedis = new RedisStore(jedis(), "cluster", Duration.ofSeconds(2));
		assertThat(lettuce.awaitReady(PATIENCE)).isTrue();
		assertThat(jedis.awaitReady(PATIENCE)).isTrue();
	}

	private static RedisConnectionFactory lettuce() {
		return new LettuceConnectionFactory(new RedisClusterConfiguration(cluster.nodes()));
	}

	private static RedisConnectionFactory jedis() {
		return new JedisConnectionFactory(new RedisClusterConfiguration(cluster.nodes()));
	}

	@AfterAll
	static void stop() {
		lettuce.close();
		jedis.close();
		cluster.close();
	}

	@Order(1)
	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e6KeysOfAnyCallerHaveOneSlotEach(Algorithm algorithm) {
		boolean queue = algorithm == Algorithm.LEAKY_BUCKET;
		RateLimitPolicy policy = RateLimitPolicy.builder("e6")
			.algorithm(algorithm)
			.limits(queue ? new String[] { "3/1h" } : new String[] { "3/1h", "20/1d" })
			.queue(queue ? 2 : 0)
			.maxWait(queue ? Duration.ofHours(1) : Duration.ZERO)
			.build();
		List<RateLimiter> clients = List.of(lettuce.limiter(policy), jedis.limiter(policy));
		Random random = new Random(6);
		for (int i = 0; i < 1000; i++) {
			String key = "ip|" + new UUID(random.nextLong(), random.nextLong()) + "}{" + i;
			assertThat(clients.get(i % 2).tryAcquire(key, 2).reading()).isNotNull()
				.satisfies((reading) -> assertThat(reading.remaining()).isEqualTo(1));
		}
	}

	@Order(2)
	@Test
	void e5MastersThatDoNotKnowTheScriptsAreToldThemAndChargeOnce() {
		List<RateLimiter> clients = List.of(lettuce.limiter(policy("e5", "10/1h")),
				jedis.limiter(policy("e5", "10/1h")));
		List<String> keys = keysOfAllMasters("e5");
		for (int round = 1; round <= 4; round++) {
			for (RedisServer master : cluster.masters()) {
				assertThat(master.ask("SCRIPT FLUSH")).isEqualTo("+OK");
			}
			for (String key : keys) {
				int charged = round;
				assertThat(clients.get(round % 2).tryAcquire(key, 1).reading()).isNotNull()
					.satisfies((reading) -> assertThat(reading.remaining()).isEqualTo(10 - charged));
			}
		}
	}

	@Order(3)
	@Test
	void masterThatIsKilledUnderLoadIsFollowedByItsReplicaWithoutARestart() {
		RateLimiter patient = lettuce.limiter(policy("lost", "10/1h"));
		List<String> keys = keysOfAllMasters("failover");
		RedisServer victim = cluster.masterOf(stored("failover", keys.get(0)));
		String lost = IntStream.range(0, 1000)
			.mapToObj((i) -> "lost" + i)
			.filter((key) -> cluster.masterOf(stored("lost", key)) == victim)
			.findFirst()
			.orElseThrow();
		Charge charge = patient.tryAcquire(lost, 4).charge();
		try (Instance one = new Instance(lettuce(), "cluster"); Instance two = new Instance(jedis(), "cluster")) {
			await().atMost(PATIENCE).until(() -> one.instances() == 2 && two.instances() == 2);
			FailoverLoad load = new FailoverLoad(List.of(one, two), keys);
			load.survive(victim::stop);
			for (String key : keys) {
				assertThat(load.byStore(key)).as(load::toString).isBetween(1L, 2L * FailoverLoad.LIMIT);
			}
			assertThat(load.byFailureMode(keys.get(0))).as(load::toString).isBetween(1L, (long) FailoverLoad.LIMIT);
		}
		assertNoCredit(patient, lost, charge);
	}

	/**
	 * The new master may not know of a charge that the old one made. From what others
	 * used since, nothing is given back.
	 */
	private static void assertNoCredit(RateLimiter limiter, String key, Charge charge) {
		Decision before = await().atMost(PATIENCE)
			.ignoreException(RateLimitStoreException.class)
			.until(() -> limiter.tryAcquire(key, 1), (decision) -> true);
		assertThat(limiter.release(charge).toCompletableFuture()).failsWithin(PATIENCE);
		assertThat(remaining(limiter.tryAcquire(key, 0))).isEqualTo(remaining(before));
	}

	private static List<String> keysOfAllMasters(String policy) {
		return cluster.masters()
			.stream()
			.map((master) -> IntStream.range(0, 1000)
				.mapToObj((i) -> "key" + i)
				.filter((key) -> cluster.masterOf(stored(policy, key)) == master)
				.findFirst()
				.orElseThrow())
			.toList();
	}

	/**
	 * A caller's key as it is stored; only what is between the braces decides its slot.
	 */
	private static String stored(String policy, String key) {
		return "cluster:sw:%s:{%s}".formatted(policy.toLowerCase(Locale.ROOT), key);
	}

	private static RateLimitPolicy policy(String name, String limit) {
		return RateLimitPolicy.builder(name).limits(limit).build();
	}

	private static long remaining(Decision decision) {
		assertThat(decision.reading()).isNotNull();
		return decision.reading().remaining();
	}

}
