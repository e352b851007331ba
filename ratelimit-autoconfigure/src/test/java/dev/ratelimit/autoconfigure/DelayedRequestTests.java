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
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.testing.ManualClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a delayed request finds when its turn has come: everything as it was, once. Held
 * as a suspended request, and on its thread where an own filter does not support that.
 * The clock of the store stands still, so that every second request of a caller waits.
 */
@ParameterizedClass(name = "suspended: {0}")
@ValueSource(booleans = { true, false })
class DelayedRequestTests {

	private static final String YAML = """
			ratelimit:
			  store: memory
			  policies:
			    edge: {algorithm: sliding-window-log, limits: 100/1h, key: header:X-Caller}
			    service: {algorithm: sliding-window-log, limits: 100/1h, key: [header:X-Caller + user, header:X-Caller]}
			    held: {algorithm: leaky-bucket, limits: 1/100ms, queue: 2, key: header:X-Caller}
			  routes:
			    - {paths: /held/**, policies: [edge, service, held]}
			""";

	private static final SecretKey KEY = new SecretKeySpec(
			"only-for-these-tests-and-32-bytes".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

	private final HttpClient client = HttpClient.newHttpClient();

	private String caller = UUID.randomUUID().toString();

	@Parameter
	boolean suspended;

	private static ConfigurableApplicationContext asynchronous;

	private static ConfigurableApplicationContext synchronous;

	@BeforeAll
	static void start() {
		asynchronous = start(true);
		synchronous = start(false);
	}

	private static ConfigurableApplicationContext start(boolean asyncSupported) {
		return new SpringApplicationBuilder(Application.class)
			.initializers((context) -> Yaml.addTo(context.getEnvironment(), YAML))
			.run("--server.port=0", "--management.health.redis.enabled=false", "--async=" + asyncSupported,
					"--management.endpoints.web.exposure.include=health");
	}

	@AfterAll
	static void stop() {
		asynchronous.close();
		synchronous.close();
	}

	@Test
	void aUserOfHttpBasicIsWhoItWas() {
		assertThat(delayed("/held/me", basic("ann")).body()).isEqualTo("ann");
	}

	@Test
	void theOwnerOfABearerTokenIsWhoItWas() throws Exception {
		SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256),
				new JWTClaimsSet.Builder().subject("bob").build());
		token.sign(new MACSigner(KEY));
		assertThat(delayed("/held/me", "Authorization", "Bearer " + token.serialize()).body()).isEqualTo("bob");
	}

	@Test
	void whoAnOwnFilterLetsInIsWhoItWas() {
		assertThat(delayed("/held/me", "X-Own-Token", "eve").body()).isEqualTo("eve");
	}

	@Test
	void whoHasNotAuthenticatedIsTurnedAwayBeforeItWaits() {
		assertThat(get("/held/me").statusCode()).isEqualTo(401);
		assertThat(get("/held/me").headers().firstValue("x-ratelimit-delay")).isEmpty();
	}

	@Test
	void filtersOfTheApplicationRunOnceBeforeTheWait() {
		Calls calls = context().getBean(Calls.class);
		get("/held/me", basic("ann"));
		int plain = calls.plain.get();
		int once = calls.once.get();
		int registered = calls.registered.get();
		HttpResponse<String> response = get("/held/wrapped", basic("ann"));
		assertThat(response.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(response.body()).as("the request as the plain filter wrapped it").isEqualTo("wrapped");
		assertThat(response.headers().firstValue("x-plain")).hasValue("yes");
		assertThat(calls.plain).hasValue(plain + 1);
		assertThat(calls.once).hasValue(once + 1);
		assertThat(calls.registered).hasValue(registered + 1);
	}

	@Test
	void eachPolicyIsChargedOnce() {
		delayed("/held/me", basic("ann"));
		double before = decisions();
		HttpResponse<String> response = get("/held/me", basic("ann"));
		assertThat(response.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(decisions()).isEqualTo(before + 3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "callable", "deferred", "stream", "events" })
	void handlersMayStillAnswerAsynchronously(String how) {
		assertThat(delayed("/held/" + how, basic("ann")).body()).contains("answered for ann");
	}

	@Test
	void everyByteOfTheBodyReachesTheHandler() {
		String body = "x".repeat(100_000);
		get("/held/me", basic("ann"));
		HttpResponse<String> response = send(
				request("/held/length", basic("ann")).POST(BodyPublishers.ofString(body)).build());
		assertThat(response.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(response.body()).isEqualTo("100000");
	}

	@Test
	void formsAndFilesReachTheHandler() {
		get("/held/me", basic("ann"));
		HttpResponse<String> form = send(
				request("/held/form", basic("ann")).header("Content-Type", "application/x-www-form-urlencoded")
					.POST(BodyPublishers.ofString("name=value"))
					.build());
		assertThat(form.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(form.body()).isEqualTo("value");
		HttpResponse<String> file = send(request("/held/file", basic("ann"))
			.header("Content-Type", "multipart/form-data; boundary=cut")
			.POST(BodyPublishers.ofString(
					"--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\ncontent\r\n--cut--\r\n"))
			.build());
		assertThat(file.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(file.body()).isEqualTo("content");
	}

	@Test
	void headHasHeadersAndNoBody() {
		get("/held/me", basic("ann"));
		HttpResponse<String> response = send(
				request("/held/me", basic("ann")).method("HEAD", BodyPublishers.noBody()).build());
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("x-ratelimit-delay")).hasValue("0.100");
		assertThat(response.body()).isEmpty();
	}

	@Test
	void aHandlerThatFailsIsAnsweredAsEver() {
		get("/held/me", basic("ann"));
		HttpResponse<String> response = get("/held/fail", basic("ann"));
		assertThat(response.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(response.statusCode()).isEqualTo(500);
	}

	@Test
	void theWaitIsToldInSecondsAndNeverCutShort() {
		get("/held/me", basic("ann"));
		long start = System.nanoTime();
		HttpResponse<String> response = get("/held/me", basic("ann"));
		assertThat(response.headers().firstValue("x-ratelimit-delay")).hasValue("0.100");
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(100_000_000);
	}

	@Test
	void whatFindsTheQueueFullIsRefusedAtOnce() {
		List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			all.add(this.client.sendAsync(request("/held/me", basic("ann")).build(), BodyHandlers.ofString()));
		}
		List<Integer> statuses = all.stream().map((each) -> each.join().statusCode()).toList();
		assertThat(Collections.frequency(statuses, 200)).isEqualTo(3);
		assertThat(Collections.frequency(statuses, 429)).isEqualTo(7);
		all.stream().map((each) -> each.join()).filter((each) -> each.statusCode() == 429).forEach((refused) -> {
			assertThat(refused.headers().firstValue("retry-after")).isPresent();
			assertThat(refused.headers().firstValue("x-ratelimit-remaining")).hasValue("0");
			assertThat(refused.headers().firstValue("cache-control")).hasValue("no-store");
			assertThat(refused.body()).contains("limit-exceeded", "\"held\"");
		});
	}

	@Test
	void nobodyIsLeftInTheWaitingRoom() {
		delayed("/held/me", basic("ann"));
		await().untilAsserted(() -> assertThat(context().getBean(WaitingRoom.class).waiting()).isZero());
	}

	private ConfigurableApplicationContext context() {
		return this.suspended ? asynchronous : synchronous;
	}

	private double decisions() {
		return context().getBean(MeterRegistry.class)
			.get("ratelimit.decisions")
			.counters()
			.stream()
			.mapToDouble(Counter::count)
			.sum();
	}

	/**
	 * The answer to a request that had to wait for the one before.
	 */
	private HttpResponse<String> delayed(String path, String... headers) {
		this.caller = UUID.randomUUID().toString();
		get("/held/me", headers);
		HttpResponse<String> response = get(path, headers);
		assertThat(response.headers().firstValue("x-ratelimit-delay")).isPresent();
		assertThat(response.statusCode()).isEqualTo(200);
		return response;
	}

	private HttpResponse<String> get(String path, String... headers) {
		return send(request(path, headers).build());
	}

	private HttpResponse<String> send(HttpRequest request) {
		return this.client.sendAsync(request, BodyHandlers.ofString()).join();
	}

	private HttpRequest.Builder request(String path, String... headers) {
		String port = context().getEnvironment().getRequiredProperty("local.server.port");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.header("X-Caller", this.caller);
		return (headers.length > 0) ? request.headers(headers) : request;
	}

	private static String[] basic(String user) {
		return new String[] { "Authorization",
				"Basic " + Base64.getEncoder().encodeToString((user + ":pw").getBytes(StandardCharsets.UTF_8)) };
	}

	/**
	 * How often each filter ran.
	 */
	static final class Calls {

		final AtomicInteger plain = new AtomicInteger();

		final AtomicInteger once = new AtomicInteger();

		final AtomicInteger registered = new AtomicInteger();

	}

	/**
	 * Lets in whoever has a password, a token, or a word of its own filter.
	 */
	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@GetMapping("/held/me")
		String me(Principal user) {
			return user.getName();
		}

		@GetMapping("/held/wrapped")
		String wrapped(HttpServletRequest request) {
			return request.getHeader("X-Wrapped");
		}

		@GetMapping("/held/callable")
		Callable<String> callable(Principal user) {
			return () -> "answered for " + user.getName();
		}

		@GetMapping("/held/deferred")
		DeferredResult<String> deferred(Principal user) {
			DeferredResult<String> result = new DeferredResult<>();
			ForkJoinPool.commonPool().execute(() -> result.setResult("answered for " + user.getName()));
			return result;
		}

		@GetMapping("/held/stream")
		StreamingResponseBody stream(Principal user) {
			return (out) -> {
				out.write("answered ".getBytes(StandardCharsets.UTF_8));
				out.flush();
				out.write(("for " + user.getName()).getBytes(StandardCharsets.UTF_8));
			};
		}

		@GetMapping("/held/events")
		SseEmitter events(Principal user) throws IOException {
			SseEmitter emitter = new SseEmitter();
			emitter.send("answered for " + user.getName());
			emitter.complete();
			return emitter;
		}

		@PostMapping("/held/form")
		String form(@RequestParam String name) {
			return name;
		}

		@PostMapping("/held/file")
		String file(@RequestParam MultipartFile file) throws IOException {
			return new String(file.getBytes(), StandardCharsets.UTF_8);
		}

		@PostMapping("/held/length")
		String length(@RequestBody String body) {
			return String.valueOf(body.length());
		}

		@GetMapping("/held/fail")
		String fail() {
			throw new IllegalStateException("failed on purpose");
		}

		@Bean
		RateLimitStore store() {
			return new MemoryStore(1000, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));
		}

		@Bean
		Calls calls() {
			return new Calls();
		}

		@Bean
		Filter plainFilter(Calls calls) {
			return (request, response, chain) -> {
				if (((HttpServletRequest) request).getRequestURI().startsWith("/held")) {
					calls.plain.incrementAndGet();
				}
				((HttpServletResponse) response).setHeader("X-Plain", "yes");
				chain.doFilter(new HttpServletRequestWrapper((HttpServletRequest) request) {
					@Override
					public String getHeader(String name) {
						return "X-Wrapped".equalsIgnoreCase(name) ? "wrapped" : super.getHeader(name);
					}
				}, response);
			};
		}

		@Bean
		OncePerRequestFilter onceFilter(Calls calls) {
			return new OncePerRequestFilter() {
				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					calls.once.incrementAndGet();
					chain.doFilter(request, response);
				}
			};
		}

		@Bean
		FilterRegistrationBean<Filter> registeredFilter(Calls calls, @Value("${async}") boolean async) {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				calls.registered.incrementAndGet();
				chain.doFilter(request, response);
			});
			registration.setAsyncSupported(async);
			registration.addUrlPatterns("/held/me", "/held/wrapped", "/held/length", "/held/fail");
			return registration;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.oauth2ResourceServer((server) -> server.jwt(Customizer.withDefaults()))
				.addFilterBefore(new OwnTokenFilter(), UsernamePasswordAuthenticationFilter.class)
				.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
				.csrf((csrf) -> csrf.disable())
				.build();
		}

		@Bean
		UserDetailsService users() {
			return (name) -> User.withUsername(name).password("{noop}pw").build();
		}

		@Bean
		JwtDecoder decoder() {
			return NimbusJwtDecoder.withSecretKey(KEY).build();
		}

	}

	/**
	 * Authenticates as many applications do, and leaves nothing behind.
	 */
	private static final class OwnTokenFilter extends OncePerRequestFilter {

		@Override
		protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
				throws ServletException, IOException {
			String token = request.getHeader("X-Own-Token");
			if (token != null) {
				SecurityContextHolder.setContext(new SecurityContextImpl(
						UsernamePasswordAuthenticationToken.authenticated(token, null, List.of())));
			}
			chain.doFilter(request, response);
		}

	}

}
