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

package dev.ratelimit.sample;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.memory.MemoryStore;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How an application tests what becomes of a caller past its limit, without Redis and
 * without waiting.
 */
@SpringBootTest(properties = "ratelimit.policies.login.limits=2/1m")
@AutoConfigureMockMvc
class StandingClockTests {

	@Test
	void whoWaitsAMinuteMayLogInAgain(@Autowired MockMvcTester mvc, @Autowired StandingClock clock) {
		assertThat(login(mvc)).hasStatusOk();
		assertThat(login(mvc)).hasStatusOk();
		assertThat(login(mvc)).hasStatus(429).hasHeader("X-RateLimit-Remaining", "0");
		clock.now.updateAndGet((time) -> time.plusSeconds(60));
		assertThat(login(mvc)).hasStatusOk().hasHeader("X-RateLimit-Remaining", "1");
	}

	private static MvcTestResult login(MockMvcTester mvc) {
		return mvc.post()
			.uri("/api/login")
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"username\": \"alice\", \"password\": \"wonderland\"}")
			.exchange();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class StandingClock {

		final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

		@Bean
		RateLimitStore rateLimitStore() {
			return new MemoryStore(1000, this.now::get);
		}

	}

}
