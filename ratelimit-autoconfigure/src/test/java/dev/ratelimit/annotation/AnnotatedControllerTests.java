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

package dev.ratelimit.annotation;

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
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitedException;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Limited methods behind a real server, some of them its own handlers.
 */
class AnnotatedControllerTests {

	private static final LimitedBeans beans = new LimitedBeans();

	private static ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newHttpClient();

	@BeforeAll
	static void start() {
		context = new SpringApplicationBuilder(Application.class).properties("server.port=0",
				"server.address=127.0.0.1", "management.health.redis.enabled=false", "ratelimit.store=memory",
				"ratelimit.client-ip.trusted-proxies=127.0.0.1", "ratelimit.response.retry-after-jitter=0%",
				"ratelimit.policies.filtered.limits=1/60s", "ratelimit.policies.filtered.algorithm=sliding-window-log",
				"ratelimit.routes[0].paths=/filtered,/both,/both/service", "ratelimit.routes[0].policies=filtered",
				"ratelimit.policies.annotate.limits=1/60s", "ratelimit.policies.annotate.algorithm=sliding-window-log",
				"ratelimit.policies.four.limits=4/60s", "ratelimit.policies.four.algorithm=sliding-window-log",
				"ratelimit.policies.five.limits=5/60s", "ratelimit.policies.five.algorithm=sliding-window-log",
				"ratelimit.routes[1].paths=/many", "ratelimit.routes[1].policies=five")
			.run();
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@BeforeEach
	void startAfresh() {
		beans.clock.advance(Duration.ofMinutes(5));
	}

	@Test
	void refusedCallIsAnsweredAsTheFilterWould() {
		get("/filtered");
		HttpResponse<String> filtered = get("/filtered");
		get("/annotated");
		HttpResponse<String> annotated = get("/annotated");
		assertThat(annotated.statusCode()).isEqualTo(429).isEqualTo(filtered.statusCode());
		assertThat(headers(annotated)).isEqualTo(headers(filtered));
		assertThat(annotated.body()).isEqualTo(filtered.body().replace("filtered", "annotate"))
			.contains("\"policies\":[\"annotate\"]");
	}

	@Test
	void permittedCallIsToldToo() {
		HttpResponse<String> response = get("/c6/Callable");
		assertThat(header(response, "X-RateLimit-Limit")).isEqualTo("4");
		assertThat(header(response, "RateLimit-Policy")).isEqualTo("\"four\";q=4;w=60");
	}

	@Test
	void handlerOfAllExceptionsDoesNotMakeAnErrorOfIt() {
		assertThat(get("/broken").statusCode()).isEqualTo(500);
		assertThat(get("/broken").body()).isEqualTo("caught by the handler of everything");
		assertThat(statuses("/annotated", 2)).containsExactly(200, 429);
	}

	@Test
	void refusalInsideAnotherExceptionIsStillOne() {
		assertThat(statuses("/wrapped", 2)).containsExactly(200, 429);
	}

	@Test
	void handlerOfTheExceptionAroundItGoesFirst() {
		assertThat(statuses("/own/wrapped", 2)).containsExactly(200, 409);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/own", "/own/among-others" })
	void handlerOfThisVeryExceptionGoesFirst(String path) {
		get(path);
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).isEqualTo(409);
		assertThat(response.body()).isEqualTo("own answer");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Callable", "DeferredResult", "CompletableFuture", "SseEmitter", "StreamingResponseBody",
			"Mono", "Flux", "Plain" })
	void c6HandlersThatAnswerLaterAreChargedOnce(String type) {
		List<Integer> statuses = new ArrayList<>();
		List<String> remaining = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			HttpResponse<String> response = get("/c6/" + type);
			statuses.add(response.statusCode());
			remaining.add(header(response, "X-RateLimit-Remaining"));
		}
		assertThat(statuses).containsExactly(200, 200, 200, 200, 429);
		assertThat(remaining).containsExactly("3", "2", "1", "0", "0");
	}

	@Test
	void f6RefusedCallsOfAServiceDoNotRefuseTheRequest() {
		HttpResponse<String> response = get("/batch");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo("5 done, 5 refused");
		assertThat(response.headers().firstValue("Retry-After")).isEmpty();
		assertThat(response.headers().firstValue("X-RateLimit-Retry-After")).isEmpty();
		assertThat(header(response, "X-RateLimit-Remaining")).isEqualTo("0");
	}

	@Test
	void refusalThatLeavesTheHandlerRefusesTheRequest() {
		assertThat(get("/batch").statusCode()).isEqualTo(200);
		HttpResponse<String> response = get("/unguarded");
		assertThat(response.statusCode()).isEqualTo(429);
		assertThat(header(response, "Retry-After")).isEqualTo("60");
		assertThat(response.body()).contains("\"policies\":[\"five\"]");
	}

	@Test
	void d13FilterAndHandlerOfTheSamePolicyChargeOnce() {
		assertThat(statuses("/both", 2)).containsExactly(200, 429);
	}

	@Test
	void d13ServiceBehindTheFilterIsChargedAsWell() {
		assertThat(statuses("/both/service", 1)).containsExactly(429);
	}

	@Test
	void d13MoreThanOnePermitIsChargedTheRest() {
		HttpResponse<String> response = get("/many");
		assertThat(header(response, "X-RateLimit-Remaining")).isEqualTo("2");
		assertThat(get("/many").statusCode()).isEqualTo(429);
	}

	@Test
	void handlerThatIsCalledAgainWithinItsRequestIsChargedAgain() {
		assertThat(get("/again").body()).isEqualTo("refused the second time");
	}

	@Test
	void b7UserWithoutANameCountsByTheAddress() {
		assertThat(get("/user", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(200);
		assertThat(get("/user", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(429);
		assertThat(get("/user", "X-Forwarded-For", "192.0.2.2").statusCode()).isEqualTo(200);
	}

	@Test
	void keysAreMadeOfTheRequest() {
		assertThat(get("/keys/a", "X-Api-Key", "one").statusCode()).isEqualTo(200);
		assertThat(get("/keys/a", "X-Api-Key", "two").statusCode()).isEqualTo(200);
		assertThat(get("/keys/b", "X-Api-Key", "one").statusCode()).isEqualTo(200);
		assertThat(get("/keys/b", "X-Api-Key", "one").statusCode()).isEqualTo(429);
		assertThat(get("/query?q=1").statusCode()).isEqualTo(200);
		assertThat(get("/query?q=2").statusCode()).isEqualTo(200);
		assertThat(get("/query?q=1").statusCode()).isEqualTo(429);
	}

	@Test
	void responseWhoseWriterIsOpenIsRefusedAllTheSame() {
		assertThat(get("/writer").body()).isEqualTo("written");
		HttpResponse<String> response = get("/writer");
		assertThat(response.statusCode()).isEqualTo(429);
		assertThat(response.body()).startsWith("{\"type\":");
	}

	@Test
	void delayIsTold() {
		assertThat(get("/queued").headers().firstValue("X-RateLimit-Delay")).isEmpty();
		HttpResponse<String> response = get("/queued");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(header(response, "X-RateLimit-Delay")).isEqualTo("0.100");
	}

	private static Map<String, List<String>> headers(HttpResponse<?> response) {
		Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		response.headers()
			.map()
			.forEach((name, values) -> headers.put(name,
					values.stream().map((value) -> value.replace("annotate", "filtered")).toList()));
		// Spring Security adds its own to what comes from behind it.
		List.of("Date", "X-Content-Type-Options", "X-Frame-Options", "X-XSS-Protection").forEach(headers::remove);
		return headers;
	}

	private static String header(HttpResponse<?> response, String name) {
		return response.headers().firstValue(name).orElse("none");
	}

	private List<Integer> statuses(String path, int times) {
		List<Integer> statuses = new ArrayList<>();
		for (int i = 0; i < times; i++) {
			statuses.add(get(path).statusCode());
		}
		return statuses;
	}

	private HttpResponse<String> get(String path, String... headers) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return this.client.sendAsync(request.build(), BodyHandlers.ofString()).join();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Handlers.class, LaterHandlers.class, OwnAnswer.class, OwnAnswerToMany.class, Service.class,
			CatchAll.class })
	static class Application {

		@Bean
		RateLimitStore store() {
			return beans.store;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

	@RestController
	static class Handlers {

		private final Service service;

		private final ObjectProvider<Handlers> self;

		Handlers(Service service, ObjectProvider<Handlers> self) {
			this.service = service;
			this.self = self;
		}

		@GetMapping("/filtered")
		String filtered() {
			return "filtered";
		}

		@GetMapping("/annotated")
		@RateLimited("annotate")
		String annotated() {
			return "annotated";
		}

		@GetMapping("/broken")
		String broken() {
			throw new IllegalStateException("on purpose");
		}

		@GetMapping("/wrapped")
		void wrapped() {
			this.service.wrapping();
		}

		@GetMapping("/batch")
		String batch() {
			int done = LimitedBeans.permitted(10, this.service::work);
			return done + " done, " + (10 - done) + " refused";
		}

		@GetMapping("/unguarded")
		void unguarded() {
			this.service.work();
		}

		@GetMapping("/both")
		@RateLimited("filtered")
		String both() {
			return "both";
		}

		@GetMapping("/both/service")
		void bothService() {
			this.service.filtered();
		}

		@GetMapping("/many")
		@RateLimited(value = "five", permits = "3")
		String many() {
			return "many";
		}

		@GetMapping("/again")
		@RateLimited("annotate")
		String again() {
			try {
				return this.self.getObject().again();
			}
			catch (RateLimitedException ex) {
				return "refused the second time";
			}
		}

		@GetMapping("/user")
		@RateLimited(value = "annotate", key = "user")
		String user() {
			return "user";
		}

		@GetMapping("/keys/{id}")
		@RateLimited(value = "annotate", key = "header:X-Api-Key + path:id")
		String keys(@PathVariable String id) {
			return id;
		}

		@GetMapping("/queued")
		@RateLimited(limits = "1/100ms", algorithm = Algorithm.LEAKY_BUCKET)
		String queued() {
			return "queued";
		}

		@GetMapping("/query")
		@RateLimited(value = "annotate", key = "#request.getParameter('q')")
		String query() {
			return "query";
		}

		@GetMapping("/writer")
		void writer(HttpServletResponse response) throws IOException {
			response.getWriter().write("written");
			this.service.annotated();
		}

	}

	@RestController
	static class LaterHandlers {

		@GetMapping("/c6/Callable")
		@RateLimited("four")
		Callable<String> callable() {
			return () -> "later";
		}

		@GetMapping("/c6/DeferredResult")
		@RateLimited("four")
		DeferredResult<String> deferredResult() {
			DeferredResult<String> result = new DeferredResult<>();
			result.setResult("later");
			return result;
		}

		@GetMapping("/c6/CompletableFuture")
		@RateLimited("four")
		CompletableFuture<String> completableFuture() {
			return CompletableFuture.supplyAsync(() -> "later");
		}

		@GetMapping("/c6/SseEmitter")
		@RateLimited("four")
		SseEmitter sseEmitter() throws IOException {
			SseEmitter emitter = new SseEmitter();
			emitter.send("later");
			emitter.complete();
			return emitter;
		}

		@GetMapping("/c6/StreamingResponseBody")
		@RateLimited("four")
		StreamingResponseBody streamingResponseBody() {
			return (out) -> out.write('x');
		}

		@GetMapping("/c6/Mono")
		@RateLimited("four")
		Mono<String> mono() {
			return Mono.just("later");
		}

		@GetMapping("/c6/Flux")
		@RateLimited("four")
		Flux<String> flux() {
			return Flux.just("later", "still");
		}

		@GetMapping("/c6/Plain")
		@RateLimited("four")
		String plain() {
			return "now";
		}

	}

	static class Service {

		@RateLimited(limits = "1/60s", fallback = "wrapped")
		public void wrapping() {
		}

		void wrapped(RateLimitedException refusal) {
			throw new ServiceException(refusal);
		}

		@RateLimited("five")
		public void work() {
		}

		@RateLimited("filtered")
		public void filtered() {
		}

		@RateLimited("annotate")
		public void annotated() {
		}

	}

	static class ServiceException extends RuntimeException {

		ServiceException(Exception cause) {
			super(cause);
		}

	}

	@RestController
	static class OwnAnswer {

		private final Service service;

		OwnAnswer(Service service) {
			this.service = service;
		}

		@GetMapping("/own/wrapped")
		void wrapped() {
			this.service.wrapping();
		}

		@ExceptionHandler(ServiceException.class)
		ResponseEntity<String> failed() {
			return ResponseEntity.status(HttpStatus.CONFLICT).body("own answer");
		}

		@GetMapping("/own")
		@RateLimited("annotate")
		String own() {
			return "own";
		}

		@ExceptionHandler(RateLimitedException.class)
		ResponseEntity<String> refused() {
			return ResponseEntity.status(HttpStatus.CONFLICT).body("own answer");
		}

	}

	@RestController
	static class OwnAnswerToMany {

		@GetMapping("/own/among-others")
		@RateLimited("annotate")
		String own() {
			return "own";
		}

		@ExceptionHandler({ RuntimeException.class, RateLimitedException.class })
		ResponseEntity<String> refused() {
			return ResponseEntity.status(HttpStatus.CONFLICT).body("own answer");
		}

	}

	@RestControllerAdvice
	static class CatchAll {

		@ExceptionHandler(Exception.class)
		ResponseEntity<String> everything() {
			return ResponseEntity.internalServerError().body("caught by the handler of everything");
		}

	}

}
