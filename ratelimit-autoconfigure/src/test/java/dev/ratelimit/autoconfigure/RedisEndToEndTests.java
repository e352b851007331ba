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

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Source;
import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TestStores;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The whole of it as an application has it: auto-configuration, a real servlet container,
 * a real Redis.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisEndToEndTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final HttpClient client = HttpClient.newHttpClient();

	private final String prefix = TestStores.prefix();

	@Test
	void b1ForwardedHeadersOfAnybodyDoNotMakeNewCallers() {
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=5/1h")) {
			List<Integer> statuses = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				statuses.add(get(context, "/articles", "X-Forwarded-For", "198.51.100." + i).statusCode());
			}
			assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429, 429, 429, 429);
			assertThat(keys()).hasSize(1);
		}
	}

	@Test
	void b1SpringsForwardedHeaderFilterDoesNotMakeNewCallersEither() {
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=2/1h",
				"--server.forward-headers-strategy=framework")) {
			List<Integer> statuses = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				statuses.add(get(context, "/articles", "X-Forwarded-For", "198.51.100." + i).statusCode());
			}
			assertThat(statuses).containsExactly(200, 200, 429, 429);
		}
	}

	@Test
	void c1StaticResourcesAreLimitedHoweverTheyAreSpelt() {
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=1/1h",
				"--ratelimit.routes[0].paths=/big.txt", "--ratelimit.routes[0].policies=p")) {
			assertThat(get(context, "/big.txt").statusCode()).isEqualTo(200);
			for (String spelling : List.of("/big.txt", "//big.txt", "/./big.txt", "/%2e/big.txt", "/;a/big.txt",
					"/big.txt/", "/b%69g.txt")) {
				assertThat(get(context, spelling).statusCode()).as(spelling).isNotEqualTo(200);
			}
		}
	}

	@Test
	void misspeltBeanInAKeyStopsStartUp() {
		assertThatExceptionOfType(RateLimitConfigurationException.class)
			.isThrownBy(() -> start("--ratelimit.policies.p.limits=1/1h", "--ratelimit.policies.p.phase=edge",
					"--ratelimit.policies.p.key=@nobody.of(#request)"))
			.withMessageContaining("ratelimit.policies.p.key = '@nobody.of(#request)': there is no bean 'nobody'");
	}

	@Test
	void b13SecretInAKeyIsNowhereToBeSeen(CapturedOutput output) {
		String secret = "s3cr3t-of-alice";
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=2/1h",
				"--ratelimit.policies.p.key=header:Authorization", "--logging.level.dev.ratelimit=trace",
				"--management.endpoints.web.exposure.include=*")) {
			for (int i = 0; i < 3; i++) {
				HttpResponse<String> response = get(context, "/articles", "Authorization", "Bearer " + secret);
				assertThat(response.headers().map().toString() + response.body()).doesNotContain(secret);
			}
			assertThat(keys()).hasSize(1);
			assertThat(keys().toString()).doesNotContain(secret);
			String state = redis((redis) -> redis.get(keys().get(0)));
			assertThat(state).doesNotContain(secret);
			assertThat(context.getBean(MeterRegistry.class).getMeters().toString()).doesNotContain(secret);
			assertThat(get(context, "/actuator/metrics/ratelimit.decisions").body()).contains("rejected")
				.doesNotContain(secret);
		}
		assertThat(output).doesNotContain(secret);
	}

	@Test
	void c12ProbesCostNothingAndLeaveNoKeys() {
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=1/1m",
				"--ratelimit.routes[0].paths=/**", "--ratelimit.routes[0].policies=p",
				"--management.endpoint.health.probes.enabled=true")) {
			for (int i = 0; i < 20; i++) {
				assertThat(get(context, "/actuator/health/liveness").statusCode()).isEqualTo(200);
			}
			assertThat(keys()).isEmpty();
		}
	}

	@Test
	void d8LimitsHoldBesideTheApplicationsOwnTemplates() {
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=2/1h")) {
			context.getBean("json", RedisTemplate.class).opsForValue().get("theirs");
			assertThat(get(context, "/articles").statusCode()).isEqualTo(200);
			assertThat(get(context, "/articles").statusCode()).isEqualTo(200);
			assertThat(get(context, "/articles").statusCode()).isEqualTo(429);
			context.getBean(StringRedisTemplate.class).execute((RedisConnection connection) -> {
				connection.multi();
				assertThat(get(context, "/articles").statusCode()).isEqualTo(429);
				connection.discard();
				return null;
			});
		}
	}

	@Test
	void d10FirstCallComesFromAPoolThreadWithoutAClassLoader() {
		try (ConfigurableApplicationContext context = start("--ratelimit.policies.p.limits=1/1h")) {
			RateLimiterRegistry limiters = context.getBean(RateLimiterRegistry.class);
			ForkJoinPool pool = new ForkJoinPool(1);
			Decision decision = CompletableFuture.supplyAsync(() -> {
				Thread.currentThread().setContextClassLoader(null);
				return limiters.limiter("p").tryAcquire("k", 1);
			}, pool).join();
			pool.shutdown();
			assertThat(decision.isPermitted()).isTrue();
			assertThat(decision.source()).isEqualTo(Source.STORE);
		}
	}

	@Test
	void e1ApplicationStartsWithRedisDownAndLimitsOnceItIsUp(CapturedOutput output) {
		RedisServer server = RedisServer.launch();
		server.stop();
		try (server;
				ConfigurableApplicationContext context = start(server, "--ratelimit.policies.p.limits=1/1h",
						"--ratelimit.policies.p.failure-mode=reject")) {
			HttpResponse<String> refused = get(context, "/articles");
			assertThat(refused.statusCode()).isEqualTo(503);
			assertThat(refused.headers().firstValue("Retry-After")).isPresent();
			assertThat(output).contains("Redis cannot be reached yet");
			server.start();
			await().atMost(PATIENCE).until(() -> get(context, "/articles").statusCode() == 200);
			assertThat(get(context, "/articles").statusCode()).isEqualTo(429);
		}
	}

	@Test
	void timeoutIsHowLongAnAnswerIsWaitedFor() {
		RedisServer server = RedisServer.launch();
		try (server;
				ConfigurableApplicationContext context = start(server, "--ratelimit.policies.p.limits=1/1h",
						"--ratelimit.policies.p.failure-mode=allow", "--ratelimit.timeout=600ms")) {
			assertThat(get(context, "/articles").statusCode()).isEqualTo(200);
			server.pause();
			long start = System.nanoTime();
			assertThat(get(context, "/articles").statusCode()).isEqualTo(200);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(600),
					Duration.ofMillis(1800));
			server.resume();
			await().atMost(PATIENCE).until(() -> get(context, "/articles").statusCode() == 429);
		}
	}

	@Test
	void maxKeysBoundsWhatAnInstanceKeepsWhileItDecidesAlone() {
		RedisServer server = RedisServer.launch();
		server.stop();
		try (server;
				ConfigurableApplicationContext context = start(server, "--ratelimit.policies.p.limits=2/1h",
						"--ratelimit.policies.p.algorithm=sliding-window-log", "--ratelimit.memory.max-keys=1")) {
			RateLimiterRegistry limiters = context.getBean(RateLimiterRegistry.class);
			limiters.limiter("p").tryAcquire("one", 1);
			limiters.limiter("p").tryAcquire("other", 1);
			Decision look = limiters.limiter("p").tryAcquire("one", 0);
			assertThat(look.source()).isEqualTo(Source.LOCAL);
			assertThat(look.reading()).isNotNull();
			assertThat(look.reading().remaining()).isEqualTo(2);
		}
	}

	private ConfigurableApplicationContext start(String... arguments) {
		return start(RedisServer.shared(), arguments);
	}

	private ConfigurableApplicationContext start(RedisServer server, String... arguments) {
		// exactness is tested under a deadline that a busy machine keeps; some of the
		// arguments say otherwise
		Map<String, Object> defaults = Map.of("server.port", 0, "spring.data.redis.port", server.port(),
				"spring.data.redis.host", server.host(), "ratelimit.prefix", this.prefix, "ratelimit.timeout", "2s",
				"ratelimit.routes[0].paths", "/articles", "ratelimit.routes[0].policies", "p");
		return new SpringApplicationBuilder(Application.class).properties(defaults).run(arguments);
	}

	private HttpResponse<String> get(ConfigurableApplicationContext context, String path, String... headers) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		try {
			return this.client.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Keys of callers, without that in which the instances beat.
	 */
	private List<String> keys() {
		return redis((redis) -> redis.keys(this.prefix + ":*")).stream()
			.filter((key) -> !key.equals(this.prefix + ":instances"))
			.toList();
	}

	private static <T> T redis(Function<RedisCommands<String, String>, T> call) {
		RedisClient client = RedisClient.create("redis://127.0.0.1:" + RedisServer.shared().port());
		try (client; StatefulRedisConnection<String, String> connection = client.connect()) {
			return call.apply(connection.sync());
		}
	}

	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@GetMapping("/articles")
		String articles() {
			return "[]";
		}

		@Bean
		SecurityFilterChain everybody(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

		@Bean
		RedisTemplate<Object, Object> redisTemplate(RedisConnectionFactory connections) {
			return template(connections, RedisSerializer.java());
		}

		@Bean
		RedisTemplate<Object, Object> json(RedisConnectionFactory connections) {
			return template(connections, RedisSerializer.json());
		}

		private static RedisTemplate<Object, Object> template(RedisConnectionFactory connections,
				RedisSerializer<Object> serializer) {
			RedisTemplate<Object, Object> template = new RedisTemplate<>();
			template.setConnectionFactory(connections);
			template.setDefaultSerializer(serializer);
			template.setEnableTransactionSupport(true);
			return template;
		}

	}

}
