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
import java.util.Map;
import java.util.Optional;

import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Source;
import dev.ratelimit.metrics.StoreMetrics;
import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TestStores;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
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
 * What a client sees under every fault in every failure mode: the cells of the table in
 * {@code docs/failures.md}. A policy for each mode allows two requests an hour.
 */
class FailureModeTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final HttpClient client = HttpClient.newHttpClient();

	private static RedisServer server;

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		server = RedisServer.launch();
		context = new SpringApplicationBuilder(Application.class)
			.properties(Map.ofEntries(Map.entry("server.port", 0), Map.entry("spring.data.redis.port", server.port()),
					Map.entry("spring.data.redis.host", server.host()),
					Map.entry("ratelimit.prefix", TestStores.prefix()),
					Map.entry("management.endpoint.health.probes.enabled", true),
					Map.entry("management.endpoint.health.show-details", "always"),
					Map.entry("management.health.redis.enabled", false)))
			.properties(policy("allow", 0))
			.properties(policy("reject", 1))
			.properties(policy("local", 2))
			.run();
	}

	private static Map<String, Object> policy(String mode, int route) {
		String policy = "ratelimit.policies." + mode + ".";
		return Map.of(policy + "limits", "2/1h", policy + "algorithm", "sliding-window-log", policy + "key",
				"header:X-Client", policy + "failure-mode", mode, "ratelimit.routes[" + route + "].paths", "/" + mode,
				"ratelimit.routes[" + route + "].policies", mode);
	}

	@AfterAll
	static void stop() {
		context.close();
		server.close();
	}

	@ParameterizedTest
	@EnumSource(Fault.class)
	void clientSeesWhatTheFailureModeSaysAndOperatorsSeeWhy(Fault fault) {
		String caller = fault.name();
		awaitStore("before");
		fault.begin(server);
		try {
			for (int i = 0; i < 3; i++) {
				assertPasses(get("/allow", caller));
				assertIsRefusedFor503(get("/reject", caller));
				HttpResponse<String> local = get("/local", caller);
				assertThat(local.statusCode()).as("request %d: %s", i, local.headers()).isEqualTo((i < 2) ? 200 : 429);
				assertThat(local.headers().firstValue("X-RateLimit-Remaining"))
					.hasValue(String.valueOf(Math.max(0, 1 - i)));
			}
			assertThat(failures("reject", fault.reason)).isPositive();
			assertThat(get("/actuator/health", "")).satisfies((health) -> {
				assertThat(health.statusCode()).isEqualTo(200);
				assertThat(health.body()).contains("DEGRADED", "reject: everything is refused with status 503");
			});
			assertThat(get("/actuator/health/readiness", "").statusCode()).isEqualTo(200);
		}
		finally {
			fault.end(server);
		}
		awaitStore("after");
		String newcomer = "after " + caller;
		await().atMost(PATIENCE).until(() -> get("/reject", newcomer).statusCode() == 200);
		assertThat(await().atMost(PATIENCE)
			.until(() -> get("/allow", newcomer).headers().firstValue("X-RateLimit-Remaining"), Optional::isPresent))
			.hasValue("1");
		assertThat(get("/local", caller).statusCode()).as("what was allowed here is settled").isEqualTo(429);
	}

	private static void assertPasses(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("X-RateLimit-Limit")).hasValue("2");
		assertThat(response.headers().firstValue("X-RateLimit-Remaining")).isEmpty();
	}

	private static void assertIsRefusedFor503(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
		assertThat(response.headers().firstValue("X-RateLimit-Remaining")).isEmpty();
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
	}

	private static double failures(String policy, String reason) {
		return context.getBean(MeterRegistry.class)
			.get(StoreMetrics.FAILURES)
			.tags("policy", policy, "reason", reason)
			.counter()
			.count();
	}

	/**
	 * Of all policies, for each has a server call of its own to get used to.
	 */
	private static void awaitStore(String key) {
		RateLimiterRegistry limiters = context.getBean(RateLimiterRegistry.class);
		await().atMost(PATIENCE)
			.until(() -> limiters.policies()
				.stream()
				.map((policy) -> limiters.limiter(policy).tryAcquire(key, 0))
				.allMatch((look) -> look.source() == Source.STORE && look.outcome() == Outcome.ALLOWED));
	}

	private static HttpResponse<String> get(String path, String caller) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
		if (!caller.isEmpty()) {
			request.header("X-Client", caller);
		}
		try {
			return client.send(request.build(), BodyHandlers.ofString());
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
	 * What goes wrong, and as what it is counted.
	 */
	enum Fault {

		STOPPED("connection") {

			@Override
			void begin(RedisServer server) {
				server.stop();
			}

			@Override
			void end(RedisServer server) {
				server.start();
			}

		},

		FROZEN("timeout") {

			@Override
			void begin(RedisServer server) {
				server.pause();
			}

			@Override
			void end(RedisServer server) {
				server.resume();
			}

		},

		REPLICA("unavailable") {

			@Override
			void begin(RedisServer server) {
				server.ask("REPLICAOF 127.0.0.1 1");
			}

			@Override
			void end(RedisServer server) {
				server.ask("REPLICAOF NO ONE");
			}

		},

		FULL("oom") {

			@Override
			void begin(RedisServer server) {
				server.ask("CONFIG SET maxmemory 1");
			}

			@Override
			void end(RedisServer server) {
				server.ask("CONFIG SET maxmemory 0");
			}

		},

		FORBIDDEN("permanent") {

			@Override
			void begin(RedisServer server) {
				server.ask("ACL SETUSER default -evalsha");
			}

			@Override
			void end(RedisServer server) {
				server.ask("ACL SETUSER default +evalsha");
			}

		};

		private final String reason;

		Fault(String reason) {
			this.reason = reason;
		}

		abstract void begin(RedisServer server);

		abstract void end(RedisServer server);

	}

	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@GetMapping({ "/allow", "/reject", "/local" })
		String answer() {
			return "here you are";
		}

		@Bean
		SecurityFilterChain everybody(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

}
