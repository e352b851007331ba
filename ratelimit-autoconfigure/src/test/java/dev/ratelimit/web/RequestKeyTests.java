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

import java.util.List;
import java.util.Set;
import java.util.function.Function;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.rules.Route;
import dev.ratelimit.web.LimitedServer.Limited;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What of a servlet request tells callers apart.
 */
@ExtendWith(OutputCaptureExtension.class)
class RequestKeyTests {

	private static LimitedServer server;

	@BeforeAll
	static void start() {
		server = LimitedServer.startOpen(Application.class, "logging.level.dev.ratelimit=trace");
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Test
	void eachHeaderHasItsOwnLimitAndWhoHasNoneIsKnownByAddress() {
		limit("header:X-Api-Key");
		assertOwnLimits(new String[] { "X-Api-Key: a" }, new String[] { "x-api-key: b" }, new String[0]);
		assertThat(status("X-Api-Key: ")).isEqualTo(429);
	}

	@Test
	void eachCookieHasItsOwnLimit() {
		limit("cookie:sid");
		assertOwnLimits(new String[] { "Cookie: other=1; sid=a" }, new String[] { "Cookie: sid=b" },
				new String[] { "Cookie: SID=a" });
	}

	@Test
	void eachPathVariableHasItsOwnLimitHoweverItIsSpelt() {
		limit("path:id");
		assertThat(server.get("/api/items/1").status()).isEqualTo(200);
		assertThat(server.get("/api/items/2").status()).isEqualTo(200);
		assertThat(server.get("/api/items/%31;x=y").status()).isEqualTo(429);
	}

	@Test
	void eachHostHasItsOwnLimit() {
		limit("host");
		assertThat(server.get("/api/items/1", "Host: a.example").status()).isEqualTo(200);
		assertThat(server.get("/api/items/1", "Host: b.example").status()).isEqualTo(200);
		assertThat(server.get("/api/items/1", "Host: A.example").status()).isEqualTo(429);
	}

	@Test
	void everybodySharesAGlobalLimit() {
		limit("header:X-Api-Key", "global");
		assertThat(status("X-Api-Key: a")).isEqualTo(200);
		assertThat(status()).isEqualTo(200);
		assertThat(server.verdicts).extracting((verdict) -> verdict.answers().get(0).ask().shared())
			.containsExactly(false, true);
	}

	@Test
	void expressionsAndBeansSeeTheRequest() {
		for (String key : List.of("#request.getHeader('X-Id')", "@ids.of(#request, 'X-Id')", "@byId")) {
			limit(key);
			assertOwnLimits(new String[] { "X-Id: a" }, new String[] { "X-Id: b" }, new String[0]);
		}
	}

	@Test
	void anExpressionThatFailsIsLoggedOnceAndTheNextAlternativeCounts(CapturedOutput output) {
		limit("@nobody.of(#request)", "header:X-Id");
		assertOwnLimits(new String[] { "X-Id: a" }, new String[] { "X-Id: b" }, new String[0]);
		assertThat(output.getOut().split("'@nobody.of\\(#request\\)' failed", -1)).hasSize(2);
	}

	@Test
	void b13ASecretInAKeyShowsUpNowhere(CapturedOutput output) {
		String secret = "s3cr3t-t0k3n";
		limit("header:Authorization");
		Reply allowed = server.get("/api/items/1", "Authorization: " + secret);
		Reply rejected = server.get("/api/items/1", "Authorization: " + secret);
		assertThat(rejected.status()).isEqualTo(429);
		assertThat(allowed.toString()).doesNotContain(secret);
		assertThat(rejected.toString()).doesNotContain(secret);
		assertThat(server.verdicts.toString()).doesNotContain(secret);
		assertThat(output.getAll()).doesNotContain(secret);
	}

	private static void assertOwnLimits(String[]... callers) {
		for (String[] caller : callers) {
			assertThat(status(caller)).isEqualTo(200);
		}
		for (String[] caller : callers) {
			assertThat(status(caller)).isEqualTo(429);
		}
	}

	private static int status(String... headers) {
		return server.get("/api/items/1", headers).status();
	}

	private static void limit(String... key) {
		RateLimitPolicy policy = Limited.exact("p", "1/60s");
		server.limit(new Limited(policy, KeySpec.parse(List.of(key)),
				new Route("items", List.of("/api/items/{id}"), List.of(), Set.of(), List.of("p"))));
	}

	@Configuration(proxyBeanMethods = false)
	static class Application extends DemoApplication {

		@Bean
		Ids ids() {
			return new Ids();
		}

		@Bean
		Function<HttpServletRequest, String> byId() {
			return (request) -> request.getHeader("X-Id");
		}

	}

	/**
	 * A bean that keys may call.
	 */
	public static final class Ids {

		public String of(HttpServletRequest request, String header) {
			return request.getHeader(header);
		}

	}

}
