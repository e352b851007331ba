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

package dev.ratelimit.pass;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StandingRateLimiter}, which comes to the same blocking or not.
 */
@ParameterizedClass(name = "async: {0}")
@ValueSource(booleans = { false, true })
class StandingRateLimiterTests {

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final RateLimiter seated = new MemoryStore(10, this.clock)
		.limiter(RateLimitPolicy.builder("p").algorithm(Algorithm.LEAKY_BUCKET).limits("1/1s").queue(2).build());

	@Parameter
	boolean async;

	@Test
	void joinsAnEmptyQueue() {
		Decision decision = standing("k", 1);
		assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
		assertThat(decision.charge()).isNotNull();
		assertThat(this.seated.tryAcquire("k", 1).delay()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void isRefusedWhereItWouldWaitAndTakesNothing() {
		this.seated.tryAcquire("k", 1);
		Decision decision = standing("k", 1);
		assertThat(decision.outcome()).isEqualTo(Outcome.REJECTED);
		assertThat(decision.reason()).isEqualTo(Reason.SHED);
		assertThat(decision.retryAfter()).isEqualTo(Duration.ofSeconds(1));
		assertThat(this.seated.tryAcquire("k", 1).delay()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void passesWhenItReturnsAsTold() {
		this.seated.tryAcquire("k", 1);
		this.seated.tryAcquire("k", 1);
		Decision refusal = standing("k", 1);
		assertThat(refusal.retryAfter()).isEqualTo(Duration.ofSeconds(2));
		this.clock.advance(refusal.retryAfter());
		assertThat(standing("k", 1).outcome()).isEqualTo(Outcome.ALLOWED);
	}

	@Test
	void isToldThatTheQueueIsFullAsAnybodyElse() {
		this.seated.tryAcquire("k", 3);
		assertThat(standing("k", 1)).isEqualTo(this.seated.tryAcquire("k", 1));
		assertThat(standing("k", 1).reason()).isEqualTo(Reason.LIMIT);
	}

	@Test
	void isToldThatItAsksForTooMuchAsAnybodyElse() {
		this.seated.tryAcquire("k", 1);
		assertThat(standing("k", 4).reason()).isEqualTo(Reason.EXCEEDS_LIMIT);
	}

	@Test
	void mayLook() {
		this.seated.tryAcquire("k", 1);
		assertThat(standing("k", 0)).isEqualTo(this.seated.tryAcquire("k", 0));
	}

	@Test
	void givesBackAPlaceThatItGotAllTheSame() {
		RateLimitPolicy window = RateLimitPolicy.builder("w")
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("1/1s")
			.build();
		this.seated.tryAcquire("k", 1);
		Decision delayed = this.seated.tryAcquire("k", 1);
		FakeLimiter limiter = FakeLimiter.answering(window, new ArrayList<>(), delayed);
		Decision decision = standing(limiter, "k", 1);
		assertThat(decision.reason()).isEqualTo(Reason.SHED);
		assertThat(decision.charge()).isNull();
		assertThat(limiter.released).containsExactly(delayed.charge());
	}

	@Test
	void asksPoliciesThatDoNotDelayOnce() {
		RateLimitPolicy window = RateLimitPolicy.builder("w")
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("1/1s")
			.build();
		List<String> log = new ArrayList<>();
		Decision allowed = FakeLimiter.allowed(window);
		assertThat(standing(FakeLimiter.answering(window, log, allowed), "k", 1)).isSameAs(allowed);
		assertThat(log).containsExactly(this.async ? "w 1 async" : "w 1");
	}

	@Test
	void passesWithoutAnAnswerAsThePolicySays() {
		RateLimitPolicy queue = this.seated.policy();
		Decision open = Decision.failed(Outcome.FAILED_OPEN);
		assertThat(standing(FakeLimiter.answering(queue, new ArrayList<>(), open), "k", 1)).isSameAs(open);
	}

	private Decision standing(String key, long permits) {
		return standing(this.seated, key, permits);
	}

	private Decision standing(RateLimiter limiter, String key, long permits) {
		RateLimiter standing = WaitingRoom.withoutSeat(List.of(new Ask(limiter, key, permits, false, "r")))
			.get(0)
			.limiter();
		return this.async ? standing.tryAcquireAsync(key, permits).toCompletableFuture().join()
				: standing.tryAcquire(key, permits);
	}

}
