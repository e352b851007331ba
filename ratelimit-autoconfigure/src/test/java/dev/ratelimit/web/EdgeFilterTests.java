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

import java.time.Duration;

import dev.ratelimit.pass.Answer;
import dev.ratelimit.web.LimitedServer.Limited;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which requests the edge filter charges, and how often.
 */
class EdgeFilterTests {

	private static final String ORIGIN = "Origin: https://app.example";

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
	void c4GetAndHeadShareABucketAndAreChargedOnceEach() {
		server.limit(Limited.perMinute(5, "/api/login").methods("GET"));
		for (int i = 0; i < 5; i++) {
			Reply reply = server.send((i % 2 == 0) ? "GET" : "HEAD", "/api/login");
			assertThat(reply.status()).isEqualTo(200);
			assertThat(reply.header("X-RateLimit-Remaining")).isEqualTo(Integer.toString(4 - i));
		}
		Reply rejected = server.send("HEAD", "/api/login");
		assertThat(rejected.status()).isEqualTo(429);
		assertThat(rejected.header("Retry-After")).isEqualTo("60");
		assertThat(rejected.header("Content-Type")).isEqualTo("application/problem+json");
		assertThat(rejected.body()).isEmpty();
		assertThat(server.get("/api/login").status()).isEqualTo(429);
		assertThat(server.post("/api/login", "").status()).isEqualTo(200);
	}

	@Test
	void c5PreflightsAreFreeAndBareOptionsAreCharged() {
		server.limit(Limited.perMinute(2, "/api/**"));
		int[] expected = { 200, 200, 429 };
		for (int status : expected) {
			server.send("OPTIONS", "/api/login", ORIGIN, "Access-Control-Request-Method: GET");
			assertThat(server.get("/api/login", ORIGIN).status()).isEqualTo(status);
		}
		assertThat(server.verdicts).hasSize(3);
		server.limit(Limited.perMinute(2, "/api/**"));
		assertThat(server.send("OPTIONS", "/api/options").status()).isEqualTo(200);
		assertThat(server.send("OPTIONS", "/api/options", ORIGIN).status()).isEqualTo(200);
		assertThat(server.send("OPTIONS", "/api/options").status()).isEqualTo(429);
		assertThat(server.send("OPTIONS", "/api/options", "Access-Control-Request-Method: GET").status())
			.isEqualTo(429);
	}

	@Test
	void aRequestIsChargedOnceHoweverOftenItIsDispatched() {
		server.limit(Limited.perMinute(100, "/**"));
		assertThat(server.get("/api/async").body()).isEqualTo("async");
		assertThat(server.verdicts).hasSize(1);
		assertThat(server.get("/api/forward").body()).isEqualTo("login");
		assertThat(server.verdicts).hasSize(2);
		Reply failed = server.get("/api/fail");
		assertThat(failed.status()).isEqualTo(500);
		assertThat(failed.header("X-RateLimit-Remaining")).isEqualTo("97");
		assertThat(server.verdicts).hasSize(3);
		assertThat(server.get("/api/nothing").header("X-RateLimit-Remaining")).isEqualTo("96");
		assertThat(server.verdicts).hasSize(4);
	}

	@Test
	void aRequestThatNoRouteMatchesCarriesNoHeaders() {
		server.limit(Limited.perMinute(5, "/api/login").methods("POST"));
		Reply reply = server.get("/api/login");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.headers()).doesNotContainKeys("X-RateLimit-Limit", "RateLimit", "RateLimit-Policy");
		assertThat(server.verdicts).isEmpty();
	}

	@Test
	void everyRouteThatMatchesAppliesAndAllOrNoneIsCharged() {
		server.limit(Limited.of(Limited.exact("wide", "5/1h"), "ip", "/api/**"),
				Limited.of(Limited.exact("narrow", "1/1m"), "ip", "/api/login"),
				Limited.of(Limited.exact("everybody", "9/1h"), "global", "/**"));
		assertThat(server.get("/api/login").status()).isEqualTo(200);
		for (int i = 0; i < 10; i++) {
			Reply rejected = server.get("/api/login");
			assertThat(rejected.status()).isEqualTo(429);
			assertThat(rejected.body()).contains("\"policies\":[\"narrow\"]");
		}
		Reply other = server.get("/api/items/1");
		assertThat(other.header("X-RateLimit-Remaining")).isEqualTo("3");
		assertThat(other.header("RateLimit-Policy")).isEqualTo("\"wide\";q=5;w=3600, \"everybody\";q=9;w=3600");
		assertThat(server.verdicts.get(11).answers()).extracting(Answer::ask)
			.extracting((ask) -> ask.limiter().policy().name() + " " + ask.shared() + " " + ask.route())
			.containsExactly("wide false /api/**", "everybody true /**");
	}

	@Test
	void aLimitPassesAgainAfterExactlyItsRetryAfter() {
		server.limit(Limited.perMinute(1, "/api/login"));
		server.get("/api/login");
		server.clock.advance(Duration.ofMillis(17_300));
		Reply rejected = server.get("/api/login");
		assertThat(rejected.header("Retry-After")).isEqualTo("43");
		server.clock.advance(Duration.ofSeconds(43));
		assertThat(server.get("/api/login").status()).isEqualTo(200);
	}

}
