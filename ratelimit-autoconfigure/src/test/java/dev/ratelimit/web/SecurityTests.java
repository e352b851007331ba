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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.ratelimit.web.LimitedServer.Limited;
import dev.ratelimit.web.SecuredApplication.CountingEncoder;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The edge filter in front of, and once more inside, a real security chain.
 */
class SecurityTests {

	private static LimitedServer server;

	@BeforeAll
	static void start() {
		server = LimitedServer.start(Application.class);
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Test
	void c7AFilterThatIsInTheSecurityChainAsWellChargesOnce() {
		server.limit(Limited.perMinute(5, "/api/login"));
		for (int remaining = 4; remaining >= 0; remaining--) {
			Reply reply = server.get("/api/login");
			assertThat(reply.status()).isEqualTo(200);
			assertThat(reply.header("X-RateLimit-Remaining")).isEqualTo(Integer.toString(remaining));
		}
		assertThat(server.get("/api/login").status()).isEqualTo(429);
		assertThat(server.verdicts).hasSize(6);
	}

	@Test
	void c8AnAnonymousRequestPastTheLimitIsA429WithoutAnErrorDispatch() {
		server.limit(Limited.perMinute(1, "/api/**"));
		assertThat(server.get("/api/items/1").status()).isEqualTo(401);
		server.bean(Dispatches.class).seen.clear();
		Reply reply = server.get("/api/items/1");
		assertThat(reply.status()).isEqualTo(429);
		assertThat(reply.header("Retry-After")).isEqualTo("60");
		assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
		assertThat(reply.body()).startsWith("{\"type\":").contains("\"status\":429");
		assertThat(reply.headers()).doesNotContainKey("WWW-Authenticate");
		assertThat(server.bean(Dispatches.class).seen).containsExactly(DispatcherType.REQUEST);
	}

	@Test
	void c10WrongPasswordsPastTheLimitCostNoPasswordCheck() {
		server.limit(Limited.perMinute(5, "/api/**"));
		CountingEncoder encoder = server.bean(CountingEncoder.class);
		encoder.matches.set(0);
		for (int i = 0; i < 10; i++) {
			Reply reply = server.get("/api/items/1", basic("ann", "wrong" + i));
			assertThat(reply.status()).isEqualTo((i < 5) ? 401 : 429);
		}
		assertThat(encoder.matches).hasValue(5);
	}

	@Test
	void headersSurviveARefusalOfSpringSecurity() {
		server.limit(Limited.perMinute(5, "/api/**"));
		Reply reply = server.get("/api/items/1");
		assertThat(reply.status()).isEqualTo(401);
		assertThat(reply.header("X-RateLimit-Remaining")).isEqualTo("4");
		assertThat(reply.header("RateLimit")).isEqualTo("\"p\";r=4;t=60");
	}

	private static String basic(String user, String password) {
		return "Authorization: Basic "
				+ Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
	}

	@Configuration(proxyBeanMethods = false)
	static class Application extends SecuredApplication {

		@Bean
		FilterRegistrationBean<Dispatches> dispatches(Dispatches filter) {
			FilterRegistrationBean<Dispatches> registration = new FilterRegistrationBean<>(filter);
			registration.setOrder(-200);
			registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.values());
			return registration;
		}

		@Bean
		Dispatches dispatchesFilter() {
			return new Dispatches();
		}

	}

	/**
	 * Writes down every dispatch.
	 */
	static final class Dispatches implements Filter {

		final List<DispatcherType> seen = new CopyOnWriteArrayList<>();

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
				throws IOException, ServletException {
			this.seen.add(request.getDispatcherType());
			chain.doFilter(request, response);
		}

	}

}
