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
import java.util.stream.Stream;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.limiter.ClockDrift;
import dev.ratelimit.limiter.LiveInstances;
import dev.ratelimit.testing.ManualClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreMetrics} and {@link PulseMetrics}.
 */
class StoreMetricsTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final StoreMetrics metrics = new StoreMetrics(this.registry);

	private final RateLimitPolicy policy = RateLimitPolicy.builder("p").limits("1/1m").build();

	@Test
	void everythingIsThereAtZeroFromTheStart() {
		this.metrics.register(this.policy);
		this.metrics.register(this.policy);
		assertThat(this.registry.find(StoreMetrics.FAILURES).tag("policy", "p").counters())
			.extracting((counter) -> counter.getId().getTag("reason"))
			.containsExactlyInAnyOrder("timeout", "connection", "unavailable", "oom", "permanent", "circuit_open",
					"overloaded");
		assertThat(this.registry.find(StoreMetrics.RELEASES).tag("policy", "p").counters()).hasSize(2)
			.extracting(Counter::count)
			.containsOnly(0.0);
	}

	@Test
	void failuresAreCountedByReasonAndReleasesByResult() {
		this.metrics.onFailure(this.policy, Kind.CIRCUIT_OPEN);
		this.metrics.onFailure(this.policy, Kind.PERMANENT);
		this.metrics.onFailure(this.policy, Kind.PERMANENT);
		this.metrics.onRelease(this.policy, true);
		this.metrics.onRelease(this.policy, false);
		this.metrics.onRelease(this.policy, false);
		assertThat(count(StoreMetrics.FAILURES, "reason", "circuit_open")).isEqualTo(1);
		assertThat(count(StoreMetrics.FAILURES, "reason", "permanent")).isEqualTo(2);
		assertThat(count(StoreMetrics.FAILURES, "reason", "timeout")).isZero();
		assertThat(count(StoreMetrics.RELEASES, "result", "done")).isEqualTo(1);
		assertThat(count(StoreMetrics.RELEASES, "result", "failed")).isEqualTo(2);
	}

	@Test
	void surroundingsAreGauges() {
		ClockDrift drift = new ClockDrift(new ManualClock(Instant.EPOCH), Duration.ofSeconds(1));
		new PulseMetrics(drift, new LiveInstances(3)).bindTo(this.registry);
		assertThat(this.registry.get(PulseMetrics.INSTANCES).gauge().value()).isEqualTo(3);
		assertThat(this.registry.get(PulseMetrics.CLOCK_DRIFT).timeGauge().value()).isNaN();
		assertThat(Stream.of(PulseMetrics.INSTANCES, PulseMetrics.CLOCK_DRIFT)
			.map((name) -> this.registry.get(name).meter().getId().getDescription())).doesNotContainNull();
	}

	private double count(String name, String tag, String value) {
		return this.registry.get(name).tags("policy", "p", tag, value).counter().count();
	}

}
