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

import java.time.Instant;
import java.util.List;
import java.util.Locale;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.testing.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Case F3: the number of all meters together depends on the configuration alone.
 */
class MeterBoundsTests {

	private static final int KEYS = 100_000;

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final DecisionMetrics decisions = new DecisionMetrics(this.registry);

	private final DelayMetrics delays = new DelayMetrics(this.registry);

	private final Pass pass = new Pass(List.of(this.decisions, this.delays, new LatencyMetrics(this.registry)));

	private final MemoryStore store = new MemoryStore(3 * KEYS, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));

	@Test
	void f3AHundredThousandKeysMakeNoMoreMeters() {
		RateLimiter window = limiter(RateLimitPolicy.builder("window").limits("1/1m"));
		RateLimiter queue = limiter(
				RateLimitPolicy.builder("queue").algorithm(Algorithm.LEAKY_BUCKET).limits("1/1s").queue(1));
		int before = this.registry.getMeters().size();
		for (int i = 0; i < KEYS; i++) {
			for (int request = 0; request < 2; request++) {
				this.pass.run(Entrance.EDGE, List.of(new Ask(window, "ip|" + i, 1, false, "r")));
				this.pass.run(Entrance.QUEUE, List.of(new Ask(queue, "ip|" + i, 1, false, "r")));
			}
		}
		assertThat(this.registry.getMeters()).hasSize(before);
		assertThat(this.registry.get(DelayMetrics.NAME).timers()).singleElement()
			.satisfies((timer) -> assertThat(timer.count()).isEqualTo(KEYS));
		assertThat(latencies(Entrance.EDGE, "permitted")).isEqualTo(KEYS);
		assertThat(latencies(Entrance.EDGE, "refused")).isEqualTo(KEYS);
		assertThat(latencies(Entrance.QUEUE, "permitted")).isEqualTo(2 * KEYS);
		assertThat(latencies(Entrance.METHOD, "permitted")).isZero();
		assertThat(this.registry.get(DecisionMetrics.NAME).tags("policy", "queue", "outcome", "delayed").counters())
			.extracting((counter) -> (int) counter.count())
			.contains(KEYS);
	}

	private RateLimiter limiter(RateLimitPolicy.Builder builder) {
		RateLimitPolicy policy = builder.build();
		this.decisions.register(policy, "r");
		this.delays.register(policy, "r");
		return this.store.limiter(policy);
	}

	private long latencies(Entrance entrance, String outcome) {
		return this.registry.get(LatencyMetrics.NAME)
			.tags("entrance", entrance.name().toLowerCase(Locale.ROOT), "outcome", outcome)
			.timer()
			.count();
	}

}
