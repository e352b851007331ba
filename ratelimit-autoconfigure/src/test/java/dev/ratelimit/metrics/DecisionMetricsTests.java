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

package dev.ratelimit.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.testing.ManualClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DecisionMetrics}.
 */
class DecisionMetricsTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final DecisionMetrics metrics = new DecisionMetrics(this.registry);

	private final Pass pass = new Pass(List.of(this.metrics));

	private final MemoryStore store = new MemoryStore(100, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));

	@Test
	void countsDecisionsByPolicyRouteOutcomeReasonAndSource() {
		RateLimiter limiter = this.store.limiter(RateLimitPolicy.builder("p").limits("2/1m").build());
		for (int i = 0; i < 5; i++) {
			this.pass.run(Entrance.EDGE, List.of(new Ask(limiter, "k", 1, false, "/api/**")));
		}
		assertThat(count("policy", "p", "route", "/api/**", "outcome", "allowed", "reason", "none", "source", "store"))
			.isEqualTo(2);
		assertThat(
				count("policy", "p", "route", "/api/**", "outcome", "rejected", "reason", "limit", "source", "store"))
			.isEqualTo(3);
		assertThat(this.registry.getMeters()).hasSize(2);
	}

	@Test
	void doesNotCountWhatWasGivenBack() {
		RateLimiter wide = this.store.limiter(RateLimitPolicy.builder("wide").limits("9/1m").build());
		RateLimiter narrow = this.store.limiter(RateLimitPolicy.builder("narrow").limits("1/1m").build());
		for (int i = 0; i < 3; i++) {
			this.pass.run(Entrance.EDGE,
					List.of(new Ask(wide, "k", 1, false, "r"), new Ask(narrow, "k", 1, false, "r")));
		}
		assertThat(count("policy", "wide")).isEqualTo(1);
		assertThat(count("policy", "narrow", "outcome", "allowed")).isEqualTo(1);
		assertThat(count("policy", "narrow", "outcome", "rejected")).isEqualTo(2);
	}

	@Test
	void f3TheNumberOfMetersDoesNotDependOnKeys() {
		RateLimitPolicy policy = RateLimitPolicy.builder("p").limits("1/1m").build();
		this.metrics.register(policy, "r");
		int before = this.registry.getMeters().size();
		RateLimiter limiter = this.store.limiter(policy);
		for (int i = 0; i < 1000; i++) {
			this.pass.run(Entrance.EDGE, List.of(new Ask(limiter, "ip|" + i, 1, false, "r")));
			this.pass.run(Entrance.EDGE, List.of(new Ask(limiter, "ip|" + i, 1, false, "r")));
		}
		assertThat(this.registry.getMeters()).hasSize(before);
	}

	@Test
	void f4EveryOutcomeThatCanOccurIsThereAtZero() {
		assertRegistered(RateLimitPolicy.builder("p").limits("2/1m").failureMode(FailureMode.ALLOW),
				"allowed none store", "rejected limit store", "failed_open store local");
		assertRegistered(RateLimitPolicy.builder("p").limits("2/1m").failureMode(FailureMode.REJECT),
				"allowed none store", "rejected limit store", "failed_closed store local");
		assertRegistered(RateLimitPolicy.builder("p").limits("2/1m"), "allowed none store", "rejected limit store",
				"allowed none local", "rejected limit local");
		assertRegistered(RateLimitPolicy.builder("p").limits("0/1m").failureMode(FailureMode.ALLOW),
				"rejected limit store", "failed_open store local");
		assertRegistered(
				RateLimitPolicy.builder("p")
					.algorithm(Algorithm.LEAKY_BUCKET)
					.limits("2/1m")
					.failureMode(FailureMode.ALLOW),
				"allowed none store", "delayed none store", "rejected shed store", "rejected limit store",
				"failed_open store local");
		assertRegistered(
				RateLimitPolicy.builder("p")
					.algorithm(Algorithm.SLIDING_WINDOW_LOG)
					.limits("2/1m")
					.minInterval(Duration.ofSeconds(1))
					.failureMode(FailureMode.ALLOW),
				"allowed none store", "rejected limit store", "rejected min_interval store", "failed_open store local");
	}

	private void assertRegistered(RateLimitPolicy.Builder policy, String... expected) {
		this.registry.clear();
		new DecisionMetrics(this.registry).register(policy.build(), "/r");
		assertThat(this.registry.getMeters()).extracting(DecisionMetricsTests::text)
			.containsExactlyInAnyOrder(expected);
		assertThat(count("policy", "p", "route", "/r")).isZero();
	}

	private static String text(Meter meter) {
		return meter.getId().getTag("outcome") + " " + meter.getId().getTag("reason") + " "
				+ meter.getId().getTag("source");
	}

	private double count(String... tags) {
		return this.registry.get(DecisionMetrics.NAME).tags(tags).counters().stream().mapToDouble(Counter::count).sum();
	}

}
