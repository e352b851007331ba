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

import java.time.Duration;
import java.util.List;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.rules.RulesProblem;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisStoreConfiguration}, {@link NoRedisConfiguration} and
 * {@link ConnectionFactories}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisStoreConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
		.withPropertyValues("ratelimit.policies.p.limits=3/1h", "ratelimit.policies.p.failure-mode=reject",
				"ratelimit.timeout=2s");

	@Test
	void redisOfTheApplicationIsUsedByDefault() {
		RedisServer server = RedisServer.shared();
		this.runner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.host=" + server.host(), "spring.data.redis.port=" + server.port(),
					"spring.application.name=wiring app")
			.run((context) -> {
				context.getBean(RedisStore.class).awaitReady(Duration.ofSeconds(10));
				assertThat(context.getBean(RateLimiterRegistry.class).limiter("p").tryAcquire("ip|a", 1).isPermitted())
					.isTrue();
				assertThat(server.ask("EXISTS ratelimit:wiring-app:sw:p:{ip|a}")).isEqualTo(":1");
				assertThat(context).hasSingleBean(RedisConnectionFactory.class);
			});
	}

	@Test
	void noConnectionFactoryIsAFailureThatNamesTheFix() {
		this.runner.run((context) -> assertThat(problem(context).toString()).contains("ratelimit.store = 'redis'",
				"spring-boot-starter-data-redis", "spring.data.redis", "ratelimit.store=memory"));
	}

	@Test
	void noRedisOnTheClassPathIsAFailureThatNamesTheFix() {
		this.runner.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
			.run((context) -> assertThat(problem(context).toString()).contains("spring-boot-starter-data-redis",
					"ratelimit.store=memory"));
	}

	@Test
	void memoryNeedsNoRedis() {
		this.runner.withPropertyValues("ratelimit.store=memory")
			.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
			.run((context) -> assertThat(context).hasSingleBean(RateLimitStore.class)
				.doesNotHaveBean(RedisStore.class));
	}

	@Test
	void twoConnectionFactoriesAreAFailureThatNamesTheFix() {
		this.runner.withUserConfiguration(Two.class)
			.run((context) -> assertThat(problem(context).toString()).contains("ratelimit.redis.connection-factory",
					"[first, second]", "none is primary"));
	}

	@Test
	void primaryConnectionFactoryIsUsed() {
		this.runner.withUserConfiguration(TwoOnePrimary.class)
			.withPropertyValues("ratelimit.store=memory")
			.run((context) -> assertThat(ConnectionFactories.choose(context, null))
				.isSameAs(context.getBean("second")));
	}

	@Test
	void namedConnectionFactoryIsUsedEvenIfAnotherIsPrimary() {
		this.runner.withUserConfiguration(TwoOnePrimary.class)
			.withPropertyValues("ratelimit.store=memory")
			.run((context) -> assertThat(ConnectionFactories.choose(context, "first"))
				.isSameAs(context.getBean("first")));
	}

	@Test
	void nameOfNoConnectionFactoryIsAFailureThatListsThem() {
		this.runner.withUserConfiguration(Two.class)
			.withPropertyValues("ratelimit.redis.connection-factory=third")
			.run((context) -> assertThat(problem(context).toString())
				.contains("ratelimit.redis.connection-factory = 'third'", "[first, second]"));
	}

	@Test
	void namedConnectionFactoryIsTheOneThatStoresLimits() {
		RedisServer server = RedisServer.shared();
		this.runner
			.withBean("limits", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory(server.host(), server.port()))
			.withBean("other", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
			.withPropertyValues("ratelimit.redis.connection-factory=limits", "ratelimit.prefix=named:limits")
			.run((context) -> {
				context.getBean(RedisStore.class).awaitReady(Duration.ofSeconds(10));
				context.getBean(RateLimiterRegistry.class).limiter("p").tryAcquire("ip|a", 1);
				assertThat(server.ask("EXISTS named:limits:sw:p:{ip|a}")).isEqualTo(":1");
			});
	}

	@Test
	void applicationWithoutNameIsWarnedThatOthersShareItsLimits(CapturedOutput output) {
		RedisServer server = RedisServer.shared();
		this.runner
			.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(server.host(), server.port()))
			.run((context) -> assertThat(output).contains("Neither ratelimit.prefix nor spring.application.name",
					"'ratelimit:application'"));
	}

	private static RulesProblem problem(AssertableApplicationContext context) {
		Throwable failure = context.getStartupFailure();
		assertThat(failure).rootCause().isInstanceOf(RateLimitConfigurationException.class);
		List<RulesProblem> problems = ((RateLimitConfigurationException) NestedExceptionUtils
			.getMostSpecificCause(failure)).problems();
		assertThat(problems).hasSize(1);
		return problems.get(0);
	}

	@Configuration(proxyBeanMethods = false)
	static class Two {

		@Bean
		LettuceConnectionFactory first() {
			return new LettuceConnectionFactory();
		}

		@Bean
		LettuceConnectionFactory second() {
			return new LettuceConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoOnePrimary {

		@Bean
		LettuceConnectionFactory first() {
			return new LettuceConnectionFactory();
		}

		@Bean
		@Primary
		LettuceConnectionFactory second() {
			return new LettuceConnectionFactory();
		}

	}

}
