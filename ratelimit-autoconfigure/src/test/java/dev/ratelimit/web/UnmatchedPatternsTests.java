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
import java.util.Map;
import java.util.Set;

import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Case C3: tests for {@link UnmatchedPatterns}.
 */
class UnmatchedPatternsTests {

	private static final RateLimitRules RULES = new RateLimitRules(Map.of(), List.of(
			new Route("a", List.of("/api/login", "/api/logni", "/api/items/{number}", "/api/*/{x:\\d+}"),
					List.of("/nowhere"), Set.of(), List.of()),
			new Route("b", List.of("/apis/**", "/actuator/health", "/**", "/api"), List.of(), Set.of(), List.of())));

	@Test
	void c3PatternsThatNoHandlerHasAreFound() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class)) {
			assertThat(UnmatchedPatterns.find(RULES, server.beans(HandlerMapping.class).values()))
				.containsExactly("/api", "/api/logni", "/apis/**");
		}
	}

	@Test
	void c3NothingIsSaidWhereFunctionsHandleRequests() {
		try (LimitedServer server = LimitedServer.startOpen(FunctionalApplication.class)) {
			assertThat(UnmatchedPatterns.find(RULES, server.beans(HandlerMapping.class).values())).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = ' ',
			value = { "/a /a true", "/a /b false", "/a /a/b false", "/a/* /*/b true", "/a/** /a true", "/** / true",
					"/a/**/c /a/b/b/c true", "/a/**/c /a/b/b/d false", "/{*x} /a/b true", "/a-{x} /a-b true",
					"/a-{x} /b-c false", "/{x:[0-9]+} /abc true", "/a/{x}/c /a/{y}/d false", "/a/ /a false" })
	void twoPatternsOverlap(String one, String other, boolean expected) {
		assertThat(PatternOverlap.isPossible(one, other)).isEqualTo(expected);
		assertThat(PatternOverlap.isPossible(other, one)).isEqualTo(expected);
	}

	@Configuration(proxyBeanMethods = false)
	static class FunctionalApplication extends DemoApplication {

		@Bean
		RouterFunction<ServerResponse> functions() {
			return RouterFunctions.route().GET("/functional", (request) -> ServerResponse.ok().build()).build();
		}

	}

}
