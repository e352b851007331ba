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

package dev.ratelimit.autoconfigure;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.testing.ClassPath;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application has the client of Redis that it likes.
 */
class RedisClientTests {

	private static final String PORT = "redis-client-tests.port";

	@ParameterizedTest
	@CsvSource({ "jedis, LettuceConnectionFactory", "lettuce-core, JedisConnectionFactory" })
	void eitherClientDoesWithoutTheOther(String absent, String factory) throws Exception {
		System.setProperty(PORT, String.valueOf(RedisServer.shared().port()));
		try {
			assertThat(ClassPath.without(absent).call(OneClient.class)).isEqualTo(factory + " STORE ALLOWED");
		}
		finally {
			System.clearProperty(PORT);
		}
	}

	@Test
	void theClientIsThatOfTheConnectionFactory() {
		assertThat(decide(RedisServer.shared().port(), "jedis")).isEqualTo("JedisConnectionFactory STORE ALLOWED");
	}

	private static String decide(int port, String client) {
		Map<String, Object> properties = Map.of("spring.data.redis.port", port, "spring.data.redis.host", "127.0.0.1",
				"spring.data.redis.client-type", client, "ratelimit.prefix", "client:" + UUID.randomUUID(),
				"ratelimit.timeout", "2s", "ratelimit.policies.p.limits", "1/1h");
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties(properties)
			.run()) {
			Decision decision = context.getBean(RateLimiterRegistry.class).limiter("p").tryAcquire("k", 1);
			return context.getBean(RedisConnectionFactory.class).getClass().getSimpleName() + " " + decision.source()
					+ " " + decision.outcome();
		}
	}

	/**
	 * An application that has but one client.
	 */
	public static final class OneClient implements Callable<String> {

		@Override
		public String call() {
			ClassLoader loader = getClass().getClassLoader();
			boolean lettuce = loader.getResource("io/lettuce/core/RedisClient.class") != null;
			return decide(Integer.getInteger(PORT, 0), lettuce ? "lettuce" : "jedis");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, RateLimitAutoConfiguration.class })
	static class Application {

	}

}
