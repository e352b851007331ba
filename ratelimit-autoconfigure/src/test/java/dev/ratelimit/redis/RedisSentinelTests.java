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

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.RedisSentinels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A master with two replicas under the eyes of three Sentinels, asked by way of Lettuce
 * and of Jedis. Case E8.
 */
class RedisSentinelTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static RedisSentinels sentinels;

	@BeforeAll
	static void start() {
		sentinels = new RedisSentinels();
	}

	@AfterAll
	static void stop() {
		sentinels.close();
	}

	private static RedisSentinelConfiguration configuration() {
		return new RedisSentinelConfiguration(RedisSentinels.MASTER,
				StringUtils.commaDelimitedListToSet(String.join(",", sentinels.sentinels())));
	}

	private static RedisConnectionFactory lettuce() {
		return new LettuceConnectionFactory(configuration());
	}

	private static RedisConnectionFactory jedis() {
		return new JedisConnectionFactory(configuration());
	}

	@Test
	void e8MasterThatIsKilledUnderLoadIsFollowedByAReplicaWithoutARestart() {
		List<String> keys = List.of("a", "b", "c");
		try (RedisStore store = new RedisStore(jedis(), "sentinel", Duration.ofSeconds(2));
				Instance one = new Instance(lettuce(), "sentinel");
				Instance two = new Instance(jedis(), "sentinel")) {
			assertThat(store.awaitReady(PATIENCE)).isTrue();
			RateLimiter patient = store.limiter(RateLimitPolicy.builder("lost").limits("10/1h").build());
			Charge charge = patient.tryAcquire("lost", 4).charge();
			await().atMost(PATIENCE).until(() -> one.instances() == 2 && two.instances() == 2);
			FailoverLoad load = new FailoverLoad(List.of(one, two), keys);
			load.survive(sentinels.master()::stop);
			for (String key : keys) {
				assertThat(load.byStore(key)).as(load::toString).isBetween(1L, 2L * FailoverLoad.LIMIT);
				assertThat(load.byFailureMode(key)).as(load::toString).isBetween(1L, (long) FailoverLoad.LIMIT);
			}
			Decision before = await().atMost(PATIENCE)
				.ignoreException(RateLimitStoreException.class)
				.until(() -> patient.tryAcquire("lost", 1), (decision) -> true);
			assertThat(charge).isNotNull();
			assertThat(patient.release(charge).toCompletableFuture()).failsWithin(PATIENCE);
			assertThat(remaining(patient.tryAcquire("lost", 0))).isEqualTo(remaining(before));
		}
	}

	private static long remaining(Decision decision) {
		assertThat(decision.reading()).isNotNull();
		return decision.reading().remaining();
	}

}
