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
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeaderNumbers}.
 */
class HeaderNumbersTests {

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final Jitter none = new Jitter(0, this.clock);

	@Test
	void fixedWindowResetsAtTheEndOfTheSlot() {
		RateLimiter limiter = limiter(Algorithm.FIXED_WINDOW, "5/1m");
		this.clock.advance(Duration.ofMillis(12_400));
		assertNumbers(limiter, 5, 4L, 48L, null);
	}

	@Test
	void slidingCounterResetsAtTheEndOfTheSlotThoughItIsFreshLater() {
		RateLimiter limiter = limiter(Algorithm.SLIDING_WINDOW_COUNTER, "5/1m");
		this.clock.advance(Duration.ofMillis(12_400));
		assertNumbers(limiter, 5, 4L, 48L, null);
	}

	@Test
	void slidingCounterResetsAWholeWindowLaterAtTheStartOfASlot() {
		assertNumbers(limiter(Algorithm.SLIDING_WINDOW_COUNTER, "5/1m"), 5, 4L, 60L, null);
	}

	@Test
	void slidingCounterThatOnlyRemembersThePreviousSlotResetsWithThisOne() {
		RateLimiter limiter = limiter(Algorithm.SLIDING_WINDOW_COUNTER, "5/1m");
		limiter.tryAcquire("k", 2);
		this.clock.advance(Duration.ofSeconds(90));
		Decision look = limiter.tryAcquire("k", 0);
		assertThat(numbers(limiter.policy(), look).reset()).isEqualTo(30);
	}

	@Test
	void bucketAndLogResetWhenTheyAreFreshAgain() {
		assertNumbers(limiter(Algorithm.TOKEN_BUCKET, "2/5s burst 10"), 10, 9L, 3L, null);
		assertNumbers(limiter(Algorithm.SLIDING_WINDOW_LOG, "5/1m"), 5, 4L, 60L, null);
	}

	@Test
	void leakyBucketCountsItsQueueAndTheOneThatLeaves() {
		assertNumbers(limiter(Algorithm.LEAKY_BUCKET, "2/1s"), 3, 2L, 1L, null);
	}

	@Test
	void rejectionResetsWhenARetryPassesRoundedUp() {
		RateLimiter limiter = limiter(Algorithm.SLIDING_WINDOW_LOG, "1/1m");
		limiter.tryAcquire("k", 1);
		this.clock.advance(Duration.ofMillis(12_400));
		assertNumbers(limiter, 1, 0L, 48L, 48L);
	}

	@Test
	void rejectionIsAtLeastASecondLong() {
		RateLimiter limiter = limiter(Algorithm.FIXED_WINDOW, "1/10ms");
		limiter.tryAcquire("k", 1);
		assertNumbers(limiter, 1, 0L, 1L, 1L);
	}

	@Test
	void jitterLengthensEveryNumberOfARejectionAlike() {
		RateLimitPolicy policy = policy(Algorithm.SLIDING_WINDOW_LOG, "5/1m");
		Decision decision = decision(policy, Outcome.REJECTED, Duration.ofMillis(30_400), Duration.ofSeconds(60));
		Duration lengthened = new Jitter(0.5, this.clock).lengthen(Duration.ofMillis(30_400), Duration.ofMinutes(1),
				"k");
		HeaderNumbers numbers = HeaderNumbers.of(answer(policy, decision), new Jitter(0.5, this.clock));
		assertThat(numbers.retryAfter()).isEqualTo(Seconds.ceil(lengthened)).isGreaterThan(31);
		assertThat(numbers.reset()).isEqualTo(numbers.retryAfter());
	}

	@Test
	void rejectionThatWaitingDoesNotLiftResetsWhenFresh() {
		RateLimitPolicy policy = policy(Algorithm.SLIDING_WINDOW_COUNTER, "5/1m");
		Decision decision = decision(policy, Outcome.REJECTED, null, Duration.ofMillis(100_001));
		HeaderNumbers numbers = numbers(policy, decision);
		assertThat(numbers.retryAfter()).isNull();
		assertThat(numbers.reset()).isEqualTo(101);
	}

	@Test
	void nothingIsKnownWithoutAReadingButTheLimit() {
		RateLimitPolicy policy = policy(Algorithm.SLIDING_WINDOW_COUNTER, "5/1m");
		for (Decision decision : List.of(Decision.failed(Outcome.FAILED_OPEN),
				Decision.rejected(Reason.EXCEEDS_LIMIT, Source.STORE))) {
			HeaderNumbers numbers = numbers(policy, decision);
			assertThat(numbers.limit()).isEqualTo(5);
			assertThat(numbers.remaining()).isNull();
			assertThat(numbers.reset()).isNull();
			assertThat(numbers.retryAfter()).isNull();
		}
	}

	@Test
	void aStoreWithoutAnswerMayBeBackInASecond() {
		RateLimitPolicy policy = policy(Algorithm.SLIDING_WINDOW_COUNTER, "5/1m");
		assertThat(numbers(policy, Decision.failed(Outcome.FAILED_CLOSED)).retryAfter()).isEqualTo(1);
	}

	private void assertNumbers(RateLimiter limiter, long limit, Long remaining, Long reset, @Nullable Long retryAfter) {
		HeaderNumbers numbers = numbers(limiter.policy(), limiter.tryAcquire("k", 1));
		assertThat(numbers.limit()).isEqualTo(limit);
		assertThat(numbers.remaining()).isEqualTo(remaining);
		assertThat(numbers.reset()).isEqualTo(reset);
		assertThat(numbers.retryAfter()).isEqualTo(retryAfter);
	}

	private HeaderNumbers numbers(RateLimitPolicy policy, Decision decision) {
		return HeaderNumbers.of(answer(policy, decision), this.none);
	}

	private static Answer answer(RateLimitPolicy policy, Decision decision) {
		FakeLimiter limiter = FakeLimiter.answering(policy, List.of(), decision);
		return new Answer(new Ask(limiter, "k", 1, false, "route"), decision, false);
	}

	private static Decision decision(RateLimitPolicy policy, Outcome outcome, @Nullable Duration retryAfter,
			Duration resetAfter) {
		Reading reading = new Reading(policy.limits().get(0), policy.capacity(), 0, resetAfter);
		return new Decision(outcome, Reason.LIMIT, Source.STORE, reading, retryAfter, Duration.ZERO, null);
	}

	private RateLimiter limiter(Algorithm algorithm, String limit) {
		return new MemoryStore(10, this.clock).limiter(policy(algorithm, limit));
	}

	private static RateLimitPolicy policy(Algorithm algorithm, String limit) {
		return RateLimitPolicy.builder("p").algorithm(algorithm).limits(limit).windowPhase(WindowPhase.ALIGNED).build();
	}

}
