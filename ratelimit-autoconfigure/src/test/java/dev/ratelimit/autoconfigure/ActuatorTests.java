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
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TestStores;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.json.JsonPathValueAssert;
import org.springframework.test.json.JsonContent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What operators see, over HTTP, of a real application on a real Redis.
 */
class ActuatorTests {

	private static final String YAML = """
			ratelimit:
			  timeout: 2s
			  response:
			    retry-after-jitter: 0%
			  policies:
			    login: {algorithm: sliding-window-log, limits: [2/1h, 20/1d], key: header:X-Caller, failure-mode: allow}
			    export: {algorithm: leaky-bucket, limits: 2/1s, queue: 9, key: global}
			  routes:
			    - {paths: /login, methods: POST, policies: login}
			    - {paths: [/export, /lgoin], policies: export}
			management:
			  endpoints.web.exposure.include: "*"
			  endpoint.health.show-details: always
			  health.redis.enabled: false
			""";

	private static ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newHttpClient();

	@BeforeAll
	static void start() {
		context = start(RedisServer.shared(), "--management.endpoint.ratelimit.access=unrestricted");
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@Test
	void rulesCountsAndStoreAreShown() {
		login("shown");
		login("shown");
		login("shown");
		send("GET", "/export");
		HttpResponse<String> response = send("GET", "/actuator/ratelimit");
		assertThat(response.statusCode()).isEqualTo(200);
		JsonContent json = new JsonContent(response.body());
		json(json, "$.version").asString().matches("[0-9a-f]{12}");
		json(json, "$.store.type").isEqualTo("redis");
		json(json, "$.store.answering").isEqualTo(true);
		json(json, "$.store.prefix").isEqualTo(context.getEnvironment().getProperty("ratelimit.prefix"));
		json(json, "$.policies[0].name").isEqualTo("login");
		json(json, "$.policies[0].algorithm").isEqualTo("sliding-window-log");
		json(json, "$.policies[0].limits").asArray().containsExactly("2/1h", "20/1d");
		json(json, "$.policies[0].key").isEqualTo("header:x-caller");
		json(json, "$.policies[0].applied").isEqualTo("edge");
		json(json, "$.policies[0].failureMode").isEqualTo("allow");
		json(json, "$.policies[0].options.countRejected").isEqualTo(false);
		json(json, "$.policies[0].counts.allowed").asNumber()
			.satisfies((count) -> assertThat(count.intValue()).isGreaterThanOrEqualTo(2));
		json(json, "$.policies[0].counts.rejected").asNumber()
			.satisfies((count) -> assertThat(count.intValue()).isGreaterThanOrEqualTo(1));
		json(json, "$.policies[1].applied").isEqualTo("queue");
		json(json, "$.policies[1].options.queue").isEqualTo(9);
		json(json, "$.policies[1].options.maxWait").isEqualTo(5);
		json(json, "$.policies[1].capacity").isEqualTo(10);
		json(json, "$.routes[0].id").isEqualTo("/login");
		json(json, "$.routes[0].methods").asArray().containsExactly("POST");
		assertThat(json).doesNotHavePath("$.policies[0].options.queue")
			.doesNotHavePath("$.policies[1].options.countRejected");
	}

	@Test
	void c3PatternsWithoutHandlerAndHandlersWithoutRouteAreShown() {
		JsonContent json = new JsonContent(send("GET", "/actuator/ratelimit").body());
		json(json, "$.unmatched").asArray().containsExactly("/lgoin");
		json(json, "$.uncovered").asArray()
			.containsExactly("GET /login -> Application#loginPage", "GET /open -> Application#open");
	}

	@Test
	void aKeyCanBeLookedAtWithoutTakingAnything() {
		login("seen");
		for (int i = 0; i < 3; i++) {
			HttpResponse<String> response = send("GET", "/actuator/ratelimit/login?key=header:x-caller%7Cseen");
			assertThat(response.statusCode()).isEqualTo(200);
			JsonContent json = new JsonContent(response.body());
			json(json, "$.remaining").isEqualTo(1);
			json(json, "$.limit").isEqualTo("2/1h");
			json(json, "$.outcome").isEqualTo("allowed");
			json(json, "$.source").isEqualTo("store");
			json(json, "$.key").asString().startsWith("h|");
			assertThat(response.body()).doesNotContain("seen");
		}
		login("seen");
		JsonContent json = new JsonContent(send("GET", "/actuator/ratelimit/login?key=header:x-caller%7Cseen").body());
		json(json, "$.outcome").isEqualTo("rejected");
		json(json, "$.retryAfter").asNumber()
			.satisfies((wait) -> assertThat(wait.doubleValue()).isBetween(3500.0, 3600.0));
	}

	@Test
	void aKeyCanBeResetWhereWriteAccessIsGranted() {
		login("again");
		login("again");
		assertThat(login("again")).isEqualTo(429);
		assertThat(send("DELETE", "/actuator/ratelimit/login?key=header:x-caller%7Cagain").statusCode()).isEqualTo(204);
		assertThat(login("again")).isEqualTo(200);
	}

	@Test
	void whatIsNotThereOrMalformedIsSaid() {
		assertThat(send("GET", "/actuator/ratelimit/nobody?key=global").statusCode()).isEqualTo(404);
		assertThat(send("DELETE", "/actuator/ratelimit/nobody?key=global").statusCode()).isEqualTo(404);
		assertThat(send("GET", "/actuator/ratelimit/login?key=x").statusCode()).isEqualTo(400);
		assertThat(send("GET", "/actuator/ratelimit/login").statusCode()).isEqualTo(400);
	}

	@Test
	void healthIsUpAndMetersAreThere() {
		assertThat(health(context)).contains("\"ratelimit\":{", "\"store\":\"redis\"").doesNotContain("DEGRADED");
		MeterRegistry meters = context.getBean(MeterRegistry.class);
		assertThat(meters.get("ratelimit.store.up").gauge().value()).isEqualTo(1);
		assertThat(meters.get("ratelimit.waiting").gauge().value()).isZero();
		assertThat(meters.get("ratelimit.waiting.max").gauge().value()).isEqualTo(1000);
		long decisions = meters.get("ratelimit.latency")
			.tags("entrance", "edge", "outcome", "permitted")
			.timer()
			.count();
		login("timed");
		assertThat(meters.get("ratelimit.latency").tags("entrance", "edge", "outcome", "permitted").timer().count())
			.isEqualTo(decisions + 1);
		assertThat(meters.get("ratelimit.latency").timers()).hasSize(8);
	}

	@Test
	void waitsAreTimed() {
		MeterRegistry meters = context.getBean(MeterRegistry.class);
		long before = meters.get("ratelimit.delay").tags("policy", "export", "route", "/export").timer().count();
		send("GET", "/export");
		HttpResponse<String> delayed = send("GET", "/export");
		assertThat(delayed.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(meters.get("ratelimit.delay").tags("policy", "export", "route", "/export").timer().count())
			.isGreaterThan(before);
	}

	@Test
	void e15AndF4AnOutageIsShownAndTakesNothingOutOfService() throws Exception {
		try (RedisServer redis = RedisServer.launch();
				ConfigurableApplicationContext outage = start(redis, "--ratelimit.timeout=100ms")) {
			MeterRegistry meters = outage.getBean(MeterRegistry.class);
			assertThat(meters.get("ratelimit.decisions")
				.tags("policy", "login", "outcome", "failed_open")
				.counter()
				.count()).as("before any traffic").isZero();
			assertThat(send(outage, "DELETE", "/actuator/ratelimit/login?key=global").statusCode())
				.as("without write access")
				.isEqualTo(405);
			redis.pause();
			long start = System.nanoTime();
			String health = health(outage);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
			assertThat(health).contains("\"status\":\"UP\"", "\"status\":\"DEGRADED\"", "allow: everything passes",
					"local: each instance counts for itself", "\"failure\":\"timeout\"");
			assertThat(send(outage, "GET", "/actuator/health").statusCode()).isEqualTo(200);
			assertThat(send(outage, "GET", "/actuator/health/readiness").body()).contains("UP")
				.doesNotContain("ratelimit");
			assertThat(send(outage, "POST", "/login", "X-Caller", "x").statusCode()).isEqualTo(200);
			assertThat(meters.get("ratelimit.decisions")
				.tags("policy", "login", "outcome", "failed_open")
				.counter()
				.count()).isEqualTo(1);
			assertThat(meters.get("ratelimit.store.up").gauge().value()).isZero();
			assertThat(send(outage, "GET", "/actuator/ratelimit").body()).contains("\"answering\":false",
					"failingSince");
			redis.resume();
			await().untilAsserted(() -> assertThat(health(outage)).doesNotContain("DEGRADED"));
			assertThat(meters.get("ratelimit.store.up").gauge().value()).isEqualTo(1);
			assertThat(send(outage, "GET", "/actuator/ratelimit").body()).as("what went wrong is still known")
				.contains("\"answering\":true", "\"lastFailure\":{\"failure\":\"timeout\",\"at\":\"20")
				.doesNotContain("\"failingSince\":\"");
		}
	}

	@Test
	void e15WithRedisStoppedNothingIsDownAndAResetSaysThatItFailed() {
		try (RedisServer redis = RedisServer.launch();
				ConfigurableApplicationContext outage = start(redis, "--ratelimit.timeout=100ms",
						"--management.endpoint.ratelimit.access=unrestricted")) {
			redis.stop();
			await().untilAsserted(() -> assertThat(health(outage)).contains("\"status\":\"DEGRADED\""));
			assertThat(health(outage)).startsWith("{").contains("\"failure\":", "\"failingSince\":");
			assertThat(send(outage, "GET", "/actuator/health").statusCode()).isEqualTo(200);
			HttpResponse<String> readiness = send(outage, "GET", "/actuator/health/readiness");
			assertThat(readiness.statusCode()).isEqualTo(200);
			assertThat(readiness.body()).contains("\"status\":\"UP\"").doesNotContain("ratelimit");
			HttpResponse<String> look = send(outage, "GET", "/actuator/ratelimit/login?key=header:x-caller%7Ca");
			assertThat(look.statusCode()).isEqualTo(200);
			assertThat(look.body()).contains("\"outcome\":\"failed-open\"");
			assertThat(send(outage, "DELETE", "/actuator/ratelimit/login?key=header:x-caller%7Ca").statusCode())
				.isEqualTo(503);
		}
	}

	@Test
	void e7AStoreThatRefusesForGoodIsShown() {
		try (RedisServer redis = RedisServer.launch()) {
			redis.ask("ACL SETUSER limited on >secret ~* +@all");
			try (ConfigurableApplicationContext refused = start(redis, "--spring.data.redis.username=limited",
					"--spring.data.redis.password=secret")) {
				assertThat(health(refused)).doesNotContain("DEGRADED");
				redis.ask("ACL SETUSER limited -evalsha -eval");
				assertThat(health(refused)).contains("\"status\":\"DEGRADED\"", "\"failure\":\"permanent\"");
				assertThat(send(refused, "POST", "/login", "X-Caller", "x").statusCode()).isEqualTo(200);
				assertThat(refused.getBean(MeterRegistry.class)
					.get("ratelimit.decisions")
					.tags("policy", "login", "outcome", "failed_open", "reason", "store")
					.counter()
					.count()).isEqualTo(1);
				assertThat(refused.getBean(MeterRegistry.class).get("ratelimit.store.up").gauge().value()).isZero();
			}
		}
	}

	@Test
	void e11ServerIsKnownToOperators() {
		assertThat(health(context)).contains("\"evictionPolicy\":\"noeviction\"")
			.containsPattern("\"serverVersion\":\"[\\w .]+\"");
		JsonContent json = new JsonContent(send("GET", "/actuator/ratelimit").body());
		json(json, "$.store.evictionPolicy").isEqualTo("noeviction");
		json(json, "$.store.serverVersion").asString().matches("(valkey )?\\d+\\.\\d+\\.\\d+");
		try (RedisServer redis = RedisServer.launch()) {
			redis.ask("ACL SETUSER limited on >secret ~* +@all -info");
			try (ConfigurableApplicationContext secretive = start(redis, "--spring.data.redis.username=limited",
					"--spring.data.redis.password=secret")) {
				assertThat(health(secretive)).contains("\"unknown\":\"the account may not run INFO")
					.doesNotContain("DEGRADED", "evictionPolicy");
			}
		}
	}

	@Test
	void b13NoAnswerRepeatsASecretNotEvenOneThatIsMalformed() {
		String secret = "s3cr3t-of-alice";
		for (String key : List.of("header:x-caller%7C" + secret, secret, "header%7C" + secret,
				"hdr:x-caller%7C%25" + secret, "ip:4%7C" + secret)) {
			for (String method : List.of("GET", "DELETE")) {
				HttpResponse<String> response = send(method, "/actuator/ratelimit/login?key=" + key);
				assertThat(response.statusCode()).as(method + " " + key).isIn(200, 204, 400);
				assertThat(response.headers().map().toString() + response.body()).doesNotContain(secret);
			}
		}
		assertThat(send("DELETE", "/actuator/ratelimit/login?key=" + secret).statusCode()).isEqualTo(400);
		assertThat(send("GET", "/actuator/ratelimit").body()).doesNotContain(secret);
	}

	private static ConfigurableApplicationContext start(RedisServer redis, String... arguments) {
		Map<String, Object> defaults = Map.of("server.port", 0, "spring.data.redis.port", redis.port(),
				"spring.data.redis.host", redis.host(), "ratelimit.prefix", TestStores.prefix());
		return new SpringApplicationBuilder(Application.class).properties(defaults)
			.initializers((context) -> Yaml.addTo(context.getEnvironment(), YAML))
			.run(arguments);
	}

	private static JsonPathValueAssert json(JsonContent json, String path) {
		return assertThat(json).extractingPath(path);
	}

	private int login(String caller) {
		return send(context, "POST", "/login", "X-Caller", caller).statusCode();
	}

	private String health(ConfigurableApplicationContext context) {
		return send(context, "GET", "/actuator/health").body();
	}

	private HttpResponse<String> send(String method, String path) {
		return send(context, method, path);
	}

	private HttpResponse<String> send(ConfigurableApplicationContext context, String method, String path,
			String... headers) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(method, BodyPublishers.noBody());
		return this.client
			.sendAsync(((headers.length > 0) ? request.headers(headers) : request).build(), BodyHandlers.ofString())
			.join();
	}

	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@PostMapping("/login")
		String login() {
			return "welcome";
		}

		@GetMapping("/login")
		String loginPage() {
			return "who are you?";
		}

		@GetMapping("/export")
		String export() {
			return "all of it";
		}

		@GetMapping("/open")
		String open() {
			return "anybody";
		}

		@Bean
		SecurityFilterChain everybody(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

}
