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

import dev.ratelimit.web.LimitedServer.Limited;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.UrlHandlerFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Case C1: however a path is spelt, what reaches the handler is limited.
 */
class PathSpellingTests {

	private static final List<String> SPELLINGS = List.of("/api/login", "/%61pi/login", "/api/l%6Fgin",
			"/api;x=1/login", "/api/login;jsessionid=1", "/api/login;", "/;/api/login", "//api/login", "/api//login",
			"/api/./login", "/api/x/../login", "/api/%2e/login", "/api/login/", "/api/login//", "/api/login?a=b",
			"/api/login/?a=b", "/API/login", "/api/login.json", "/api/login%20", "/api/login%2F", "/api%2Flogin",
			"/api/login%3Bx", "/api/login%00", "/api/login\\", "/x/../api/login", "http://localhost/api/login",
			"http://localhost//api/login", "*", "/api/lo%gin");

	private static LimitedServer server;

	@BeforeAll
	static void start() {
		server = LimitedServer.startOpen(DemoApplication.class);
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Test
	void c1WhateverReachesTheHandlerIsLimited() {
		assertLimitedWhereverServed(server, "/api/login", SPELLINGS);
		exhaust(server, "/api/login", "/api/login");
		assertThat(List.of("/%61pi/login", "/api;x=1/login", "/api/login;jsessionid=1"))
			.allSatisfy((path) -> assertThat(server.get(path).status()).isEqualTo(429));
		assertThat(List.of("//api/login", "/api/login/"))
			.allSatisfy((path) -> assertThat(server.get(path).status()).isEqualTo(404));
	}

	@Test
	void c1WhateverReachesTheHandlerIsLimitedBehindAFirewallToo() {
		try (LimitedServer secured = LimitedServer.start(SecuredApplication.class)) {
			assertLimitedWhereverServed(secured, "/api/login", SPELLINGS);
		}
	}

	@Test
	void c1WhateverReachesTheHandlerIsLimitedThoughAFilterBehindDropsTheTrailingSlash() {
		try (LimitedServer lenient = LimitedServer.startOpen(LenientApplication.class)) {
			assertThat(lenient.get("/api/login/").status()).isEqualTo(200);
			assertLimitedWhereverServed(lenient, "/api/login", SPELLINGS);
		}
	}

	@Test
	void c1WhateverReachesAnotherServletIsLimited() {
		try (LimitedServer legacy = LimitedServer.startOpen(LegacyApplication.class)) {
			List<String> spellings = List.of("/legacy/a", "/legacy/./a", "/x/../legacy/a", "//legacy/a", "/legacy//a",
					"/legacy;x=1/a", "/%6Cegacy/%61", "/legacy/a;b", "/legacy/%2561");
			assertThat(legacy.get("/x/../legacy/a").body()).isEqualTo("legacy /a");
			assertLimitedWhereverServed(legacy, "/legacy/a", spellings);
		}
	}

	@Test
	void anExcludedPathIsFreeAndItsNeighboursAreNot() {
		server.limit(Limited.perMinute(1, "/api/**").exclude("/api/items/free", "/api/async"));
		assertThat(server.get("/api/login").status()).isEqualTo(200);
		assertThat(server.get("/api/items/1").status()).isEqualTo(429);
		assertThat(server.get("/api/items/free").status()).isEqualTo(200);
		assertThat(server.get("/api/items/fr%65e").status()).isEqualTo(200);
		assertThat(server.get("/api/items/free/../login").status()).isEqualTo(429);
		assertThat(server.get("/api/async").status()).isEqualTo(200);
	}

	/**
	 * What the handler serves while nothing is limited must be a 429 once the limit is
	 * used up; what it does not serve must stay what it was.
	 */
	private static void assertLimitedWhereverServed(LimitedServer server, String pattern, List<String> spellings) {
		server.limit();
		String served = server.get(spellings.get(0)).body();
		List<Reply> unlimited = spellings.stream().map(server::get).toList();
		exhaust(server, pattern, spellings.get(0));
		for (int i = 0; i < spellings.size(); i++) {
			Reply limited = server.get(spellings.get(i));
			if (unlimited.get(i).status() == 200 && unlimited.get(i).body().equals(served)) {
				assertThat(limited.status()).as(spellings.get(i)).isEqualTo(429);
			}
			else {
				assertThat(limited.status()).as(spellings.get(i)).isIn(unlimited.get(i).status(), 429);
				assertThat(limited.body()).as(spellings.get(i)).isNotEqualTo(served);
			}
		}
	}

	private static void exhaust(LimitedServer server, String pattern, String path) {
		server.limit(Limited.perMinute(5, pattern));
		for (int i = 0; i < 5; i++) {
			assertThat(server.get(path).status()).isEqualTo(200);
		}
		assertThat(server.get(path).status()).isEqualTo(429);
	}

	@Configuration(proxyBeanMethods = false)
	static class LenientApplication extends DemoApplication {

		@Bean
		UrlHandlerFilter slashes() {
			return UrlHandlerFilter.trailingSlashHandler("/**").wrapRequest().build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LegacyApplication extends DemoApplication {

		@Bean
		ServletRegistrationBean<HttpServlet> legacy() {
			return new ServletRegistrationBean<>(new HttpServlet() {

				@Override
				protected void doGet(HttpServletRequest request, HttpServletResponse response)
						throws java.io.IOException {
					response.getOutputStream().print("legacy " + request.getPathInfo());
				}

			}, "/legacy/*");
		}

	}

}
