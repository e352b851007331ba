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
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Case C11: a browser can tell its script of a refusal.
 */
class CorsTests {

	private static final String APP = "https://app.example";

	private static final String[] OURS = { "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
			"RateLimit-Policy", "RateLimit" };

	@Test
	void c11RulesOfSpringMvcApplyToRejections() {
		try (LimitedServer server = LimitedServer.startOpen(MvcApplication.class)) {
			assertAllowed(server, "/api/login", APP, "X-App");
			assertAllowed(server, "/cross", "https://cross.example", "X-Cross");
			assertNotAllowed(server, "/api/login", "https://evil.example");
			assertNotAllowed(server, "/api/login", "null");
			assertNotAllowed(server, "/api/login", "h^tp:/:malformed");
			assertSameOrigin(server);
		}
	}

	@Test
	void c11ACorsConfigurationSourceAppliesToRejections() {
		try (LimitedServer server = LimitedServer.start(SourceApplication.class)) {
			assertAllowed(server, "/api/login", APP, "X-Source");
			assertNotAllowed(server, "/api/login", "https://evil.example");
		}
	}

	@Test
	void c11AnApplicationWithoutCorsAllowsNobody() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class)) {
			assertNotAllowed(server, "/api/login", APP);
		}
	}

	private static void assertAllowed(LimitedServer server, String path, String origin, String exposed) {
		server.limit(Limited.perMinute(1, "/**"));
		Reply allowed = server.get(path, "Origin: " + origin);
		assertThat(allowed.status()).isEqualTo(200);
		assertThat(allowed.header("Access-Control-Allow-Origin")).isEqualTo(origin);
		assertThat(allowed.members("Access-Control-Expose-Headers")).contains(OURS).contains(exposed);
		Reply rejected = server.get(path, "Origin: " + origin);
		assertThat(rejected.status()).isEqualTo(429);
		assertThat(rejected.header("Access-Control-Allow-Origin")).isEqualTo(origin);
		assertThat(rejected.header("Access-Control-Allow-Credentials"))
			.isEqualTo(allowed.header("Access-Control-Allow-Credentials"));
		assertThat(rejected.members("Access-Control-Expose-Headers")).contains(OURS)
			.contains("Retry-After", "X-RateLimit-Retry-After", exposed);
		assertThat(rejected.members("Vary")).contains("Origin");
	}

	private static void assertNotAllowed(LimitedServer server, String path, String origin) {
		server.limit(Limited.perMinute(1, "/**"));
		server.get(path);
		Reply rejected = server.get(path, "Origin: " + origin);
		assertThat(rejected.status()).isEqualTo(429);
		assertThat(rejected.headers()).doesNotContainKeys("Access-Control-Allow-Origin",
				"Access-Control-Allow-Credentials", "Access-Control-Expose-Headers");
	}

	private static void assertSameOrigin(LimitedServer server) {
		server.limit(Limited.perMinute(1, "/**"));
		String same = "Origin: http://localhost";
		assertThat(List.of(server.get("/api/login", same), server.get("/api/login", same)))
			.allSatisfy((reply) -> assertThat(reply.headers()).doesNotContainKeys("Access-Control-Allow-Origin",
					"Access-Control-Expose-Headers"));
	}

	@Configuration(proxyBeanMethods = false)
	static class MvcApplication extends DemoApplication {

		@Bean
		WebMvcConfigurer cors() {
			return new WebMvcConfigurer() {

				@Override
				public void addCorsMappings(CorsRegistry registry) {
					registry.addMapping("/api/**").allowedOrigins(APP).allowCredentials(true).exposedHeaders("X-App");
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SourceApplication extends DemoApplication {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.cors(Customizer.withDefaults())
				.build();
		}

		@Bean
		UrlBasedCorsConfigurationSource corsConfigurationSource() {
			CorsConfiguration configuration = new CorsConfiguration();
			configuration.setAllowedOrigins(List.of(APP));
			configuration.addAllowedMethod("*");
			configuration.setExposedHeaders(List.of("X-Source"));
			UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
			source.registerCorsConfiguration("/**", configuration);
			return source;
		}

	}

}
