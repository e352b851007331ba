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
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Case C12: no limit touches a health probe by accident.
 */
class HealthProbeTests {

	@Test
	void c12ProbesOnTheMainPortAreFree() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class,
				"management.endpoint.health.probes.add-additional-paths=true",
				"management.endpoint.health.group.custom.include=ping",
				"management.endpoint.health.group.custom.additional-path=server:/healthz",
				"management.endpoints.web.exposure.include=*")) {
			assertFree(server, "/actuator/health/liveness", "/actuator/health/readiness", "/actuator/health/custom",
					"/livez", "/readyz", "/healthz");
			server.get("/actuator/health");
			assertThat(server.verdicts).isEmpty();
			assertThat(server.get("/actuator/info").header("X-RateLimit-Remaining")).isEqualTo("0");
			assertThat(server.get("/actuator/healthy").status()).isEqualTo(429);
			assertThat(server.get("/api/login").status()).isEqualTo(429);
		}
	}

	@Test
	void c12ARouteThatNamesTheActuatorStillWorks() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class)) {
			for (String pattern : new String[] { "/actuator/**", "/actuator/health/liveness", "/actuator/{*any}" }) {
				server.limit(Limited.perMinute(1, pattern));
				assertThat(server.get("/actuator/health/liveness").status()).isEqualTo(200);
				assertThat(server.get("/actuator/health/liveness").status()).isEqualTo(429);
			}
			for (String pattern : new String[] { "/*/health/**", "/{a}/{*any}", "/act*/**" }) {
				server.limit(Limited.perMinute(1, pattern));
				assertThat(server.get("/actuator/health/liveness").status()).isEqualTo(200);
				assertThat(server.get("/actuator/health/liveness").status()).isEqualTo(200);
			}
		}
	}

	@Test
	void c12ProbesOnTheManagementPortAreFree() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class, "management.server.port=0")) {
			server.limit(Limited.perMinute(1, "/**"));
			for (int i = 0; i < 20; i++) {
				Reply reply = server.sendTo(server.port("local.management.port"), "GET", "/actuator/health/liveness",
						"");
				assertThat(reply.status()).isEqualTo(200);
			}
			assertThat(server.verdicts).isEmpty();
		}
	}

	@Test
	void c12ProbesUnderAnotherBasePathAreFree() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class,
				"management.endpoints.web.base-path=/internal/ops",
				"management.endpoints.web.path-mapping.health=probes")) {
			assertFree(server, "/internal/ops/probes/liveness");
			server.limit(Limited.perMinute(1, "/internal/**"));
			assertThat(server.get("/internal/ops/probes/liveness").status()).isEqualTo(200);
			assertThat(server.get("/internal/ops/probes/liveness").status()).isEqualTo(200);
		}
	}

	@Test
	void c12ProbesAtTheRootAreFree() {
		try (LimitedServer server = LimitedServer.startOpen(DemoApplication.class,
				"management.endpoints.web.base-path=/")) {
			assertFree(server, "/health/liveness");
			server.limit(Limited.perMinute(1, "/health/**"));
			assertThat(server.get("/health/liveness").status()).isEqualTo(200);
			assertThat(server.get("/health/liveness").status()).isEqualTo(429);
		}
	}

	private static void assertFree(LimitedServer server, String... paths) {
		server.limit(Limited.perMinute(1, "/**"));
		for (String path : paths) {
			for (int i = 0; i < 20; i++) {
				assertThat(server.get(path).status()).as(path).isEqualTo(200);
			}
		}
		assertThat(server.verdicts).isEmpty();
	}

}
