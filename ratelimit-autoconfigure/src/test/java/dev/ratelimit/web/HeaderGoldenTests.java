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
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Jitter;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.PassHistory;
import dev.ratelimit.pass.Verdict;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cases F1 and F2: every header of every family, as written down by hand.
 */
class HeaderGoldenTests {

	private static final Set<HeaderFamily> ALL = EnumSet.allOf(HeaderFamily.class);

	/** RFC 9651: a list of strings with integer parameters. */
	private static final Pattern FIELD = Pattern
		.compile("(\"[ !#-\\[\\]-~]*\"(;[a-z]=\\d{1,15})*)(, \"[ !#-\\[\\]-~]*\"(;[a-z]=\\d{1,15})*)*");

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final MemoryStore store = new MemoryStore(100, this.clock);

	private final Pass pass = new Pass(List.of());

	@Test
	void f2XRateLimitFamilyWhenAllowed() {
		RateLimiter login = limiter("login", Algorithm.SLIDING_WINDOW_LOG, "5/1m");
		assertHeaders(EnumSet.of(HeaderFamily.X_RATELIMIT), List.of(login), """
				X-RateLimit-Limit: 5
				X-RateLimit-Remaining: 4
				X-RateLimit-Reset: 60
				""");
	}

	@Test
	void f2IetfFamilyWhenAllowed() {
		RateLimiter login = limiter("login", Algorithm.SLIDING_WINDOW_LOG, "5/1m", "20/1h");
		assertHeaders(EnumSet.of(HeaderFamily.IETF), List.of(login), """
				RateLimit-Policy: "login-1m";q=5;w=60, "login-1h";q=20;w=3600
				RateLimit: "login-1m";r=4;t=60
				""");
	}

	@Test
	void f2NoFamilyWhenAllowed() {
		assertHeaders(Set.of(), List.of(limiter("login", Algorithm.FIXED_WINDOW, "5/1m")), "");
	}

	@Test
	void f2BothFamiliesForSeveralPolicies() {
		RateLimiter search = limiter("search", Algorithm.TOKEN_BUCKET, "50/1s burst 200");
		RateLimiter read = limiter("public-read", Algorithm.SLIDING_WINDOW_COUNTER, "100/1m");
		this.clock.advance(Duration.ofMillis(12_300));
		assertHeaders(ALL, List.of(search, read), """
				X-RateLimit-Limit: 100
				X-RateLimit-Remaining: 99
				X-RateLimit-Reset: 48
				RateLimit-Policy: "search";q=200;w=4, "public-read";q=100;w=60
				RateLimit: "public-read";r=99;t=48
				""");
	}

	@Test
	void f2NoFamilyWhenRejected() {
		RateLimiter login = limiter("login", Algorithm.FIXED_WINDOW, "1/1m");
		login.tryAcquire("k", 1);
		assertHeaders(Set.of(), List.of(login), """
				Retry-After: 60
				Cache-Control: no-store
				Content-Type: application/problem+json
				""");
	}

	@Test
	void f2BothFamiliesWhenRejectedDescribeTheRejectingLimit() {
		RateLimiter login = limiter("login", Algorithm.SLIDING_WINDOW_LOG, "1/1m", "20/1h");
		login.tryAcquire("k", 1);
		this.clock.advance(Duration.ofMillis(12_300));
		assertHeaders(ALL, List.of(limiter("wide", Algorithm.FIXED_WINDOW, "2/1d"), login), """
				Retry-After: 48
				X-RateLimit-Limit: 1
				X-RateLimit-Remaining: 0
				X-RateLimit-Reset: 48
				X-RateLimit-Retry-After: 48
				RateLimit-Policy: "wide";q=2;w=86400, "login-1m";q=1;w=60, "login-1h";q=20;w=3600
				RateLimit: "login-1m";r=0;t=48
				Cache-Control: no-store
				Content-Type: application/problem+json
				""");
	}

	@Test
	void f1SlidingWindowLog() {
		RateLimiter limiter = limiter("p", Algorithm.SLIDING_WINDOW_LOG, "5/1s", "10/60s");
		takeFiveTwice(limiter, Duration.ofSeconds(1));
		assertRetryAfter(limiter, 59);
	}

	@Test
	void f1SlidingWindowCounter() {
		RateLimiter limiter = limiter("p", Algorithm.SLIDING_WINDOW_COUNTER, "5/1s", "10/60s");
		takeFiveTwice(limiter, Duration.ofSeconds(2));
		assertRetryAfter(limiter, 64);
	}

	@Test
	void f1TokenBucket() {
		RateLimiter limiter = limiter("p", Algorithm.TOKEN_BUCKET, "5/1s", "10/60s");
		takeFiveTwice(limiter, Duration.ofSeconds(1));
		assertRetryAfter(limiter, 5);
	}

	@Test
	void laterPassesOverwriteEarlierOnesAndTellTheTightestOfAll() {
		PassHistory history = new PassHistory();
		MockHttpServletResponse response = new MockHttpServletResponse();
		run(history, List.of(limiter("edge", Algorithm.FIXED_WINDOW, "2/1m")));
		response(ALL).permit(history, new MockHttpServletRequest(), response);
		run(history, List.of(limiter("service", Algorithm.FIXED_WINDOW, "9/1m")));
		response(ALL).permit(history, new MockHttpServletRequest(), response);
		assertThat(response.getHeaders("RateLimit")).containsExactly("\"edge\";r=1;t=60");
		assertThat(response.getHeaders("X-RateLimit-Remaining")).containsExactly("1");
		assertThat(response.getHeaders("RateLimit-Policy")).containsExactly("\"edge\";q=2;w=60, \"service\";q=9;w=60");
	}

	@Test
	void aChangedPolicyIsDescribedAsItIsNow() {
		LimitedResponse responses = response(ALL);
		for (int permits : new int[] { 5, 7 }) {
			PassHistory history = new PassHistory();
			run(history, List.of(limiter("p", Algorithm.FIXED_WINDOW, permits + "/1m")));
			MockHttpServletResponse response = new MockHttpServletResponse();
			responses.permit(history, new MockHttpServletRequest(), response);
			assertThat(response.getHeader("RateLimit-Policy")).isEqualTo("\"p\";q=" + permits + ";w=60");
		}
	}

	private static void takeFive(RateLimiter limiter) {
		for (int i = 0; i < 5; i++) {
			assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		}
	}

	private void takeFiveTwice(RateLimiter limiter, Duration pause) {
		takeFive(limiter);
		this.clock.advance(pause);
		takeFive(limiter);
	}

	private void assertRetryAfter(RateLimiter limiter, int seconds) {
		MockHttpServletResponse response = write(ALL, List.of(limiter));
		assertThat(response.getStatus()).isEqualTo(429);
		assertThat(response.getHeader("Retry-After")).isEqualTo(Integer.toString(seconds));
		assertThat(response.getHeader("X-RateLimit-Remaining")).isEqualTo("0");
	}

	private void assertHeaders(Set<HeaderFamily> families, List<RateLimiter> limiters, String golden) {
		MockHttpServletResponse response = write(families, limiters);
		List<String> lines = new ArrayList<>();
		for (String name : response.getHeaderNames()) {
			response.getHeaders(name).forEach((value) -> lines.add(name + ": " + value));
		}
		lines.removeIf((line) -> line.startsWith("Content-Length: "));
		assertThat(lines).containsExactlyInAnyOrderElementsOf(golden.lines().toList());
		for (String name : List.of("RateLimit", "RateLimit-Policy")) {
			assertThat(response.getHeaders(name)).allMatch((value) -> FIELD.matcher(value).matches());
		}
	}

	private MockHttpServletResponse write(Set<HeaderFamily> families, List<RateLimiter> limiters) {
		PassHistory history = new PassHistory();
		MockHttpServletResponse response = new MockHttpServletResponse();
		try {
			if (run(history, limiters).isPermitted()) {
				response(families).permit(history, new MockHttpServletRequest(), response);
			}
			else {
				response(families).refuse(history, new MockHttpServletRequest(), response);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return response;
	}

	private Verdict run(PassHistory history, List<RateLimiter> limiters) {
		List<Ask> asks = limiters.stream().map((limiter) -> new Ask(limiter, "k", 1, false, "route")).toList();
		Verdict verdict = this.pass.run(Entrance.EDGE, asks);
		history.add(asks, verdict);
		return verdict;
	}

	private LimitedResponse response(Set<HeaderFamily> families) {
		return new LimitedResponse(families, new Jitter(0, this.clock), new CorsHeaders((request) -> null));
	}

	private RateLimiter limiter(String name, Algorithm algorithm, String... limits) {
		return this.store.limiter(RateLimitPolicy.builder(name)
			.algorithm(algorithm)
			.limits(limits)
			.windowPhase(WindowPhase.ALIGNED)
			.build());
	}

}
