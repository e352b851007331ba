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

package dev.ratelimit.web;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import dev.ratelimit.web.LimitedServer.Limited;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a refused client is told, and what it costs.
 */
class RejectionTests {

	private static LimitedServer server;

	@BeforeAll
	static void start() {
		server = LimitedServer.startOpen(Application.class);
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Test
	void theBodyIsAProblemDocument() {
		server.limit(Limited.perMinute(1, "/api/login"));
		server.get("/api/login");
		Reply reply = server.get("/api/login");
		assertThat(reply.body()).isEqualTo("{\"type\":\"https://ratelimit.dev/problems/limit-exceeded\","
				+ "\"title\":\"Too many requests\",\"status\":429,"
				+ "\"detail\":\"A rate limit is used up. Retry after 60 s.\","
				+ "\"policies\":[\"p\"],\"retryAfter\":60}");
		assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
		assertThat(reply.header("Content-Length")).isEqualTo(Integer.toString(reply.body().length()));
		assertThat(reply.header("X-RateLimit-Retry-After")).isEqualTo("60");
	}

	@Test
	void c13NoStoreWinsOverFiltersInFrontThatSayPublic() {
		server.limit(Limited.perMinute(1, "/api/login"));
		assertThat(server.get("/api/login").header("Cache-Control")).isEqualTo("public");
		assertThat(server.get("/api/login").header("Cache-Control")).isEqualTo("no-store");
	}

	@Test
	void c14EveryByteOfTheBodyReachesTheHandler() {
		server.limit(Limited.perMinute(5, "/**"));
		String form = "a=1&b=" + "x".repeat(50_000);
		assertThat(server.post("/api/form", form, "Content-Type: application/x-www-form-urlencoded").body())
			.isEqualTo("{a=1, b=" + "x".repeat(50_000) + "}");
		assertThat(
				server.post("/api/bytes", "{\"a\":\"" + "y".repeat(100_000) + "\"}", "Content-Type: application/json")
					.body())
			.isEqualTo("100008 bytes");
	}

	@Test
	void c14NothingOfTheBodyIsReadOnRejection() {
		server.limit(Limited.perMinute(1, "/api/bytes"));
		server.post("/api/bytes", "x", "Content-Type: application/octet-stream");
		// Not one byte of the 10 MB is sent: who waited for it would wait for ever.
		Reply reply = server.send("POST", "/api/bytes", "Content-Type: application/octet-stream",
				"Content-Length: 10485760");
		assertThat(reply.status()).isEqualTo(429);
	}

	@Test
	void aPolicyOfZeroPermitsSaysThatWaitingDoesNotHelp() {
		server.limit(Limited.of(Limited.exact("closed", "0/60s"), "ip", "/api/login"));
		Reply reply = server.get("/api/login");
		assertThat(reply.status()).isEqualTo(429);
		assertThat(reply.headers()).doesNotContainKeys("Retry-After", "X-RateLimit-Retry-After", "RateLimit",
				"X-RateLimit-Remaining", "X-RateLimit-Reset");
		assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("0");
		assertThat(reply.header("RateLimit-Policy")).isEqualTo("\"closed\";q=0;w=60");
		assertThat(reply.body()).contains("/problems/closed\"", "\"policies\":[\"closed\"]}")
			.doesNotContain("retryAfter");
	}

	@Test
	void aRequestThatExceedsItsLimitIsToldSo() {
		server.limit(answering(Decision.rejected(Reason.EXCEEDS_LIMIT, Source.STORE)),
				Limited.perMinute(5, "/api/login"));
		Reply reply = server.get("/api/login");
		assertThat(reply.status()).isEqualTo(429);
		assertThat(reply.headers()).doesNotContainKey("Retry-After");
		assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
		assertThat(reply.body()).contains("/problems/exceeds-limit\"").doesNotContain("retryAfter");
	}

	@Test
	void e1APolicyThatFailsClosedIsA503AndNeverA429() {
		server.limit(answering(Decision.failed(Outcome.FAILED_CLOSED)), Limited.perMinute(5, "/api/login"));
		Reply reply = server.get("/api/login");
		assertThat(reply.status()).isEqualTo(503);
		assertThat(reply.header("Retry-After")).isEqualTo("1");
		assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
		assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("5");
		assertThat(reply.headers()).doesNotContainKeys("RateLimit", "X-RateLimit-Remaining");
		assertThat(reply.body()).contains("/problems/unavailable\"", "\"status\":503", "\"policies\":[\"p\"]");
	}

	@Test
	void e1APolicyThatFailsOpenLetsTheRequestPass() {
		server.limit(answering(Decision.failed(Outcome.FAILED_OPEN)), Limited.perMinute(5, "/api/login"));
		Reply reply = server.get("/api/login");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("5");
		assertThat(reply.headers()).doesNotContainKeys("RateLimit", "X-RateLimit-Remaining", "Retry-After");
	}

	@Test
	void aRealRejectionWinsOverAPolicyThatFailsClosed() {
		RateLimitPolicy closed = Limited.exact("closed", "5/1m");
		RateLimitPolicy used = Limited.exact("used", "5/1m");
		server.limit(
				(policy) -> new FixedLimiter(policy,
						policy.name().equals("closed") ? Decision.failed(Outcome.FAILED_CLOSED)
								: Decision.rejected(Reason.LIMIT, Source.STORE)),
				Limited.of(closed, "ip", "/api/login"), Limited.of(used, "ip", "/api/login"));
		Reply reply = server.get("/api/login");
		assertThat(reply.status()).isEqualTo(429);
		assertThat(reply.body()).contains("\"policies\":[\"used\"]");
	}

	private static java.util.function.Function<RateLimitPolicy, RateLimiter> answering(Decision decision) {
		return (policy) -> new FixedLimiter(policy, decision);
	}

	@Configuration(proxyBeanMethods = false)
	static class Application extends DemoApplication {

		@Bean
		FilterRegistrationBean<Filter> publicBefore() {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				((HttpServletResponse) response).setHeader(HttpHeaders.CACHE_CONTROL, "public");
				chain.doFilter(request, response);
			});
			registration.setName("before");
			registration.setOrder(-200);
			return registration;
		}

		@Bean
		FilterRegistrationBean<Filter> publicAfter() {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				chain.doFilter(request, response);
				((HttpServletResponse) response).setHeader(HttpHeaders.CACHE_CONTROL, "public");
			});
			registration.setName("after");
			registration.setOrder(-201);
			return registration;
		}

	}

}
