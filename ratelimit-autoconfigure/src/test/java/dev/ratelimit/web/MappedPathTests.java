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

import dev.ratelimit.web.LimitedServer.Limited;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Case C2: patterns mean the same wherever the application is mounted.
 */
class MappedPathTests {

	@ParameterizedTest
	@CsvSource({ "'',/", "/ctx,/", "'',/mvc", "/ctx,/mvc" })
	void c2TheSixthRequestIsRejectedUnderAnyContextAndServletPath(String contextPath, String servletPath) {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class,
				"server.servlet.context-path=" + contextPath, "spring.mvc.servlet.path=" + servletPath)) {
			String base = contextPath + (servletPath.equals("/") ? "" : servletPath);
			server.limit(Limited.perMinute(5, "/api/login", "/api/items/{id}"));
			for (int i = 0; i < 5; i++) {
				assertThat(server.get(base + "/api/login").status()).isEqualTo(200);
			}
			assertThat(server.get(base + "/api/login").status()).isEqualTo(429);
			assertThat(server.get(base + "/api/l%6Fgin;x").status()).isEqualTo(429);
			assertThat(server.get(base + "/api/items/1").status()).isEqualTo(429);
			assertThat(server.get(base + "/api/async").status()).isEqualTo(200);
			assertThat(server.get(base + "/actuator/health/liveness").status()).isEqualTo(200);
			assertThat(server.get("/nowhere" + base + "/api/login").status()).isEqualTo(404);
		}
	}

}
