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
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.actuate.RateLimitHealthIndicator;
import dev.ratelimit.limiter.LimiterRegistry;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * What an application does that starts on a Redis which refuses, evicts, or is away.
 * Cases E7 and E11.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusingRedisTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	@Test
	void e7AccountThatMayTooLittleStopsStartUpWithTheLineToGrant(CapturedOutput output) {
		try (RedisServer server = RedisServer.launch()) {
			server.ask("ACL SETUSER limited on >secret ~* +@all -zadd");
			assertThatException().isThrownBy(() -> start(server, "--spring.data.redis.username=limited",
					"--spring.data.redis.password=secret", "--ratelimit.prefix=shop"));
			assertThat(output).contains("APPLICATION FAILED TO START", "Rate limiting cannot work with this Redis:",
					"Redis refuses to decide by sliding window log: ",
					"Grant the account what rate limiting needs: ACL SETUSER <user> ~shop:* +evalsha +eval ");
			assertThat(output).doesNotContain("at org.springframework");
		}
	}

	@Test
	void wrongPasswordStopsStartUp(CapturedOutput output) {
		try (RedisServer server = RedisServer.launch()) {
			server.ask("ACL SETUSER limited on >secret ~* +@all");
			assertThatException().isThrownBy(
					() -> start(server, "--spring.data.redis.username=limited", "--spring.data.redis.password=guess"));
			assertThat(output)
				.contains("APPLICATION FAILED TO START", "WRONGPASS",
						"Correct spring.data.redis.username and spring.data.redis.password")
				.doesNotContain("guess");
		}
	}

	@ParameterizedTest
	@CsvSource({ "volatile-lru, 50mb", "allkeys-random, 0" })
	void e11EvictionIsWarnedOf(String policy, String memory, CapturedOutput output) {
		try (RedisServer server = RedisServer.launch("--maxmemory", memory, "--maxmemory-policy", policy);
				ConfigurableApplicationContext context = start(server)) {
			assertThat(output).contains("Redis evicts keys when its memory is full (maxmemory-policy is '" + policy,
					"Set maxmemory-policy to noeviction");
			assertThat(context.getBean(RedisStore.class).inspection()).isNotNull();
		}
	}

	@Test
	void e11ServerThatEvictsNothingIsNotWarnedOf(CapturedOutput output) {
		try (RedisServer server = RedisServer.launch("--maxmemory", "50mb");
				ConfigurableApplicationContext context = start(server)) {
			assertThat(context.getBean(RedisStore.class).inspection()).isNotNull();
			assertThat(output).doesNotContain("maxmemory-policy");
		}
	}

	@Test
	void serverThatIsAwayDoesNotStopStartUpAndIsTestedOnceItIsBack(CapturedOutput output) throws Exception {
		try (RedisServer server = RedisServer.launch()) {
			server.stop();
			RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
			configuration.setUsername("limited");
			configuration.setPassword("secret");
			LettuceConnectionFactory application = new LettuceConnectionFactory(configuration);
			application.afterPropertiesSet();
			StoreWatch watch = new StoreWatch(InstantSource.system(), List.of());
			try (RedisStore store = new RedisStore(application, "late", Duration.ofSeconds(2));
					StoreInspector inspector = new StoreInspector(store, Duration.ofMillis(50))) {
				inspector.inspectLater();
				server.start();
				server.ask("ACL SETUSER limited on >secret ~* +@all -zadd");
				await().atMost(PATIENCE).until(() -> store.refusal() != null && store.inspection() != null);
				Health health = health(store, watch);
				assertThat(health.getStatus()).isEqualTo(RateLimitHealthIndicator.DEGRADED);
				assertThat(health.getDetails().get("refused")).asString()
					.startsWith("Redis refuses to decide by sliding window log: ");
				assertThat(output).contains("ERROR", "ACL SETUSER <user> ~late:*",
						"Until then each policy's failure mode decides");
				server.ask("ACL SETUSER limited +zadd");
				await().atMost(PATIENCE).until(() -> store.refusal() == null);
				assertThat(health(store, watch).getStatus()).isEqualTo(Status.UP);
				await().atMost(PATIENCE).until(() -> output.getAll().contains("passed the self-test"));
			}
			application.destroy();
		}
	}

	@Test
	void e7RefusalOfOneKeyIsShownForAMinuteAlthoughOthersAreAnswered() {
		ManualClock clock = new ManualClock(Instant.now().minusSeconds(61));
		StoreWatch watch = new StoreWatch(clock, List.of());
		MemoryStore store = new MemoryStore(100, InstantSource.system());
		watch.failed(new RateLimitStoreException(Kind.PERMANENT, "WRONGTYPE", null));
		watch.answered();
		assertThat(health(store, watch).getStatus()).isEqualTo(Status.UP);
		clock.advance(Duration.ofSeconds(61));
		watch.failed(new RateLimitStoreException(Kind.TIMEOUT, "late", null));
		watch.answered();
		assertThat(health(store, watch).getStatus()).isEqualTo(Status.UP);
		watch.failed(new RateLimitStoreException(Kind.PERMANENT, "WRONGTYPE", null));
		watch.answered();
		assertThat(health(store, watch).getStatus()).isEqualTo(RateLimitHealthIndicator.DEGRADED);
		assertThat(health(store, watch).getDetails().get("refused")).asString().contains("of the last minute");
	}

	private static Health health(RateLimitStore store, StoreWatch watch) {
		return new RateLimitHealthIndicator(() -> StoreDescriptors.of(store, watch),
				new LimiterRegistry(List.of(), new MemoryStore(100, InstantSource.system())::limiter))
			.health();
	}

	private static ConfigurableApplicationContext start(RedisServer server, String... arguments) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setDefaultProperties(Map.of("spring.data.redis.host", server.host(), "spring.data.redis.port",
				server.port(), "ratelimit.policies.p.limits", "1/1m"));
		return application.run(arguments);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, RateLimitAutoConfiguration.class })
	static class Application {

	}

}
