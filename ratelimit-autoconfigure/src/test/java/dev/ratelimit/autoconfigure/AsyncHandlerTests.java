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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * C6 for the filters: a request whose handler answers later, on another thread and
 * through another dispatch, is charged once like any other.
 */
class AsyncHandlerTests {

	private static final String YAML = """
			ratelimit:
			  store: memory
			  policies:
			    edge: {algorithm: sliding-window-log, limits: 4/60s, key: path:handler}
			    service: {algorithm: sliding-window-log, limits: 4/60s, key: path:handler, phase: service}
			  routes:
			    - {paths: "/edge/{handler}", policies: edge}
			    - {paths: "/service/{handler}", policies: service}
			""";

	private static ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newHttpClient();

	@BeforeAll
	static void start() {
		context = new SpringApplicationBuilder(Application.class)
			.initializers((context) -> Yaml.addTo(context.getEnvironment(), YAML))
			.run("--server.port=0", "--management.health.redis.enabled=false");
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@ParameterizedTest
	@CsvSource({ "edge,callable", "edge,deferred", "edge,future", "edge,events", "edge,stream", "service,callable",
			"service,deferred", "service,future", "service,events", "service,stream" })
	void fourPassTheFifthDoesNot(String phase, String handler) {
		List<Integer> statuses = new ArrayList<>();
		List<String> remaining = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			HttpResponse<String> response = get("/" + phase + "/" + handler);
			statuses.add(response.statusCode());
			remaining.add(response.headers().firstValue("x-ratelimit-remaining").orElse("none"));
			if (i < 4) {
				assertThat(response.body()).contains("later");
			}
		}
		assertThat(statuses).containsExactly(200, 200, 200, 200, 429);
		assertThat(remaining).containsExactly("3", "2", "1", "0", "0");
	}

	private HttpResponse<String> get(String path) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		return this.client
			.sendAsync(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
					BodyHandlers.ofString())
			.join();
	}

	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@GetMapping({ "/edge/callable", "/service/callable" })
		Callable<String> callable() {
			return () -> "later";
		}

		@GetMapping({ "/edge/deferred", "/service/deferred" })
		DeferredResult<String> deferred() {
			DeferredResult<String> result = new DeferredResult<>();
			var unused = CompletableFuture.runAsync(() -> result.setResult("later"));
			return result;
		}

		@GetMapping({ "/edge/future", "/service/future" })
		CompletableFuture<String> future() {
			return CompletableFuture.supplyAsync(() -> "later");
		}

		@GetMapping({ "/edge/events", "/service/events" })
		SseEmitter events() {
			SseEmitter events = new SseEmitter();
			var unused = CompletableFuture.runAsync(() -> {
				try {
					events.send("later");
					events.complete();
				}
				catch (IOException ex) {
					events.completeWithError(ex);
				}
			});
			return events;
		}

		@GetMapping({ "/edge/stream", "/service/stream" })
		StreamingResponseBody stream() {
			return (out) -> out.write("later".getBytes(StandardCharsets.UTF_8));
		}

		@Bean
		SecurityFilterChain everybody(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

}
