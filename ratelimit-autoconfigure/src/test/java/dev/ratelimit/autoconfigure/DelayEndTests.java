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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.PassListener;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.testing.ManualClock;
import jakarta.servlet.Filter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Waits that are cut short, or do not come about. The clock of the store stands still:
 * whether a place in the queue was given back shows in how long the next one would wait.
 */
class DelayEndTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final String YAML = """
			ratelimit:
			  response: {retry-after-jitter: 0%}
			  policies:
			    soon: {algorithm: leaky-bucket, limits: 1/300ms, queue: 10, key: header:X-Caller}
			    late: {algorithm: leaky-bucket, limits: 1/1m, queue: 10, max-wait: 1h, key: header:X-Caller}
			  routes:
			    - {paths: /soon, policies: soon}
			    - {paths: /late, policies: late}
			""";

	private final HttpClient client = HttpClient.newHttpClient();

	private final String caller = UUID.randomUUID().toString();

	private static ConfigurableApplicationContext server;

	@BeforeAll
	static void startServer() {
		server = start("--server.http2.enabled=true", "--ratelimit.delay.max-waiting=1");
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void forgetKeys() {
		Application.keys.clear();
	}

	@ParameterizedTest(name = "suspended: {0}")
	@ValueSource(booleans = { true, false })
	void whoWaitsWhenTheServerStopsIsServed(boolean suspended) {
		CompletableFuture<HttpResponse<String>> waits;
		try (ConfigurableApplicationContext context = start("--async=" + suspended)) {
			waits = waiting(context, "/soon");
		}
		assertThat(waits).succeedsWithin(PATIENCE);
		assertThat(waits.join().body()).isEqualTo("served");
	}

	@ParameterizedTest(name = "suspended: {0}, shutdown: {1}")
	@CsvSource({ "true,graceful", "false,immediate" })
	void whoWaitsLongerThanTheServerGivesBackItsPlace(boolean suspended, String shutdown) {
		ConfigurableApplicationContext context = start("--async=" + suspended, "--server.shutdown=" + shutdown,
				"--spring.lifecycle.timeout-per-shutdown-phase=100ms");
		RateLimiterRegistry limiters = context.getBean(RateLimiterRegistry.class);
		WaitingRoom room = context.getBean(WaitingRoom.class);
		CompletableFuture<HttpResponse<String>> waits = waiting(context, "/late");
		context.close();
		await().until(() -> room.waiting() == 0);
		assertThat(nextDelay(limiters)).isEqualTo(Duration.ofMinutes(1));
		assertThat(waits.handle((response, ex) -> (response != null) ? response.statusCode() : 503)
			.completeOnTimeout(0, PATIENCE.toSeconds(), TimeUnit.SECONDS)
			.join()).isGreaterThanOrEqualTo(500);
	}

	@Test
	void waitThatTheContainerGivesUpGivesBackItsPlace() {
		assertThat(waiting(server, "/late?give-up")).succeedsWithin(PATIENCE)
			.matches((response) -> response.statusCode() >= 500);
		assertThat(room().waiting()).isZero();
		assertThat(nextDelay()).isEqualTo(Duration.ofMinutes(1));
	}

	@Test
	void f7ClientThatCancelsOverHttp2GivesBackItsPlace() {
		CompletableFuture<HttpResponse<String>> waits = waiting(server, "/late");
		waits.cancel(true);
		await().until(() -> room().waiting() == 0);
		assertThat(nextDelay()).isEqualTo(Duration.ofMinutes(1));
	}

	@Test
	void f7ClientThatCancelsOverHttp2KeepsItsPlaceIfOthersStandBehindIt() {
		CompletableFuture<HttpResponse<String>> waits = waiting(server, "/late");
		assertThat(nextDelay()).isEqualTo(Duration.ofMinutes(2));
		waits.cancel(true);
		await().until(() -> room().waiting() == 0);
		assertThat(nextDelay()).isEqualTo(Duration.ofMinutes(3));
	}

	@Test
	void whoFindsNoSeatIsRefusedOnlyIfItWouldWait() {
		CompletableFuture<HttpResponse<String>> waits = waiting(server, "/soon");
		HttpResponse<String> refused = get(server, "/soon").join();
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(refused.body()).contains("/overloaded\"");
		assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
		assertThat(refused.headers().firstValue("x-ratelimit-delay")).isEmpty();
		assertThat(get(server, "/late").join().statusCode()).as("an empty queue").isEqualTo(200);
		assertThat(waits.join().body()).isEqualTo("served");
		await().until(() -> room().waiting() == 0);
		assertThat(get(server, "/soon").join().headers().firstValue("x-ratelimit-delay")).hasValue("0.600");
	}

	private static WaitingRoom room() {
		return server.getBean(WaitingRoom.class);
	}

	private static Duration nextDelay() {
		return nextDelay(server.getBean(RateLimiterRegistry.class));
	}

	/**
	 * A request that waits for the one before.
	 */
	private CompletableFuture<HttpResponse<String>> waiting(ConfigurableApplicationContext context, String path) {
		assertThat(get(context, path).join().statusCode()).isEqualTo(200);
		await().until(() -> context.getBean(WaitingRoom.class).waiting() == 0);
		CompletableFuture<HttpResponse<String>> waits = get(context, path);
		await().until(() -> context.getBean(WaitingRoom.class).waiting() == 1);
		return waits;
	}

	private static Duration nextDelay(RateLimiterRegistry limiters) {
		Decision decision = limiters.limiter("late").tryAcquire(Application.keys.element(), 1);
		return decision.delay();
	}

	private CompletableFuture<HttpResponse<String>> get(ConfigurableApplicationContext context, String path) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.header("X-Caller", this.caller)
			.build();
		return this.client.sendAsync(request, BodyHandlers.ofString());
	}

	private static ConfigurableApplicationContext start(String... arguments) {
		return new SpringApplicationBuilder(Application.class)
			.initializers((context) -> Yaml.addTo(context.getEnvironment(), YAML))
			.properties("server.port=0", "management.health.redis.enabled=false", "async=true")
			.run(arguments);
	}

	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		static final Queue<String> keys = new ConcurrentLinkedQueue<>();

		@GetMapping({ "/soon", "/late" })
		String served() {
			return "served";
		}

		@Bean
		RateLimitStore store() {
			return new MemoryStore(1000, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));
		}

		@Bean
		PassListener listener() {
			return (event) -> event.verdict()
				.answers()
				.stream()
				.filter((answer) -> answer.ask().limiter().policy().name().equals("late"))
				.forEach((answer) -> keys.add(answer.ask().key()));
		}

		/**
		 * Cuts waits short, or cannot be suspended.
		 */
		@Bean
		FilterRegistrationBean<Filter> inFront(@Value("${async}") boolean async) {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				chain.doFilter(request, response);
				if (request.isAsyncStarted() && request.getParameter("give-up") != null) {
					request.getAsyncContext().setTimeout(50);
				}
			});
			registration.setAsyncSupported(async);
			return registration;
		}

		@Bean
		SecurityFilterChain everybody(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

}
