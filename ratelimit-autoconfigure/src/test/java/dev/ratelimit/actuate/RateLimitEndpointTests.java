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
package dev.ratelimit.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.limiter.LimiterRegistry;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RateLimitEndpoint}: what a look says is what one more request comes
 * to.
 */
class RateLimitEndpointTests {

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final LimiterRegistry limiters = new LimiterRegistry(List.of(), new MemoryStore(100, this.clock)::limiter);

	private final RateLimitEndpoint endpoint = new RateLimitEndpoint(new RateLimitRules(Map.of(), List.of()),
			this.limiters, new DecisionCounts(), new Nothing(), (policy, key) -> key);

	@Test
	void aKeyWhoseNextRequestWaitsIsDelayed() {
		RateLimiter limiter = this.limiters.register(
				RateLimitPolicy.builder("leaky").algorithm(Algorithm.LEAKY_BUCKET).limits("1/1s").queue(1).build());
		assertThat(look("leaky").outcome()).isEqualTo("allowed");
		limiter.tryAcquire("k", 1);
		assertThat(look("leaky").outcome()).isEqualTo("delayed");
		limiter.tryAcquire("k", 1);
		assertThat(look("leaky").outcome()).isEqualTo("rejected");
	}

	@Test
	void aKeyThatComesTooSoonIsRejectedWhateverRemains() {
		RateLimiter limiter = this.limiters.register(RateLimitPolicy.builder("log")
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("9/1m")
			.minInterval(Duration.ofSeconds(3))
			.build());
		limiter.tryAcquire("k", 1);
		assertThat(look("log").outcome()).isEqualTo("rejected");
		assertThat(look("log").retryAfter()).isEqualByComparingTo("3");
	}

	@Test
	void aClosedPolicyRejectsForEver() {
		this.limiters.register(RateLimitPolicy.builder("closed").limits("0/1m").build());
		assertThat(look("closed").outcome()).isEqualTo("rejected");
		assertThat(look("closed").retryAfter()).isNull();
	}

	@Test
	void aPolicyThatCodeRegisteredIsShownWithoutKeyAndPlace() {
		this.limiters.register(RateLimitPolicy.builder("late").limits("7/1m").build());
		assertThat(this.endpoint.rateLimits().policies()).singleElement().satisfies((policy) -> {
			assertThat(policy.name()).isEqualTo("late");
			assertThat(policy.limits()).containsExactly("7/1m");
			assertThat(policy.key()).isNull();
			assertThat(policy.applied()).isNull();
			assertThat(policy.counts()).isEqualTo(new RateLimitDescriptor.Counts(0, 0, 0, 0, 0));
		});
	}

	private KeyDescriptor look(String policy) {
		return Objects.requireNonNull(this.endpoint.look(policy, "k"));
	}

	private static final class Nothing implements Surroundings {

		@Override
		public RateLimitDescriptor.Store store() {
			return new RateLimitDescriptor.Store("memory", true, null, null, null, null, null, null, null, null);
		}

		@Override
		public List<RateLimitDescriptor.Method> methods() {
			return List.of();
		}

		@Override
		public Set<String> unmatched() {
			return Set.of();
		}

		@Override
		public List<String> uncovered() {
			return List.of();
		}

	}

}
