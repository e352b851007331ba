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

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DecisionAge}: what a clock of the store, and one of ours that shows
 * something else, tell together.
 */
class DecisionAgeTests {

	private static final long MS = 1_000_000;

	private final ManualClock storeClock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final RateLimiter queue = limiter("queue", Algorithm.LEAKY_BUCKET);

	private final DecisionAge age = new DecisionAge();

	private long now = 123_456_789;

	@Test
	void firstAnswerIsTakenForOneThatCameAtOnce() {
		assertThat(answered(this.queue, 7, 9)).isZero();
	}

	@Test
	void laterAnswersAreComparedWithTheFastest() {
		answered(this.queue, 0, 3);
		assertThat(answered(this.queue, 0, 30)).isEqualTo(27 * MS);
		assertThat(answered(this.queue, 0, 1)).isZero();
		assertThat(answered(this.queue, 0, 30)).isEqualTo(29 * MS);
	}

	@Test
	void ageIsNeverMoreThanTheTimeSinceTheQuestion() {
		answered(this.queue, 0, 1);
		this.storeClock.advance(Duration.ofHours(-1));
		assertThat(answered(this.queue, 5, 10)).isEqualTo(15 * MS);
	}

	@Test
	void clockThatJumpedForwardsIsFollowedAtOnce() {
		answered(this.queue, 0, 1);
		this.storeClock.advance(Duration.ofHours(1));
		assertThat(answered(this.queue, 0, 5)).isZero();
		assertThat(answered(this.queue, 0, 8)).isEqualTo(3 * MS);
	}

	@Test
	void clockThatJumpedBackwardsIsFollowedSoon() {
		answered(this.queue, 0, 1);
		this.storeClock.advance(Duration.ofHours(-1));
		pass(Duration.ofNanos(DecisionAge.MEMORY_NANOS));
		assertThat(answered(this.queue, 0, 2)).isEqualTo(2 * MS);
		pass(Duration.ofNanos(DecisionAge.MEMORY_NANOS));
		assertThat(answered(this.queue, 0, 3)).isEqualTo(MS);
	}

	@Test
	void nothingIsRememberedAfterALongSilence() {
		answered(this.queue, 0, 1);
		pass(Duration.ofNanos(2 * DecisionAge.MEMORY_NANOS));
		assertThat(answered(this.queue, 0, 30)).isZero();
	}

	@Test
	void policiesMayHaveStoresWithClocksOfTheirOwn() {
		answered(this.queue, 0, 1);
		this.storeClock.advance(Duration.ofHours(-1));
		assertThat(answered(limiter("other", Algorithm.LEAKY_BUCKET), 0, 30)).isZero();
	}

	@Test
	void windowsDoNotSayWhenTheyWereCharged() {
		RateLimiter window = limiter("window", Algorithm.FIXED_WINDOW);
		answered(window, 0, 1);
		assertThat(answered(window, 0, 30)).isZero();
	}

	@Test
	void refusalsSayNothing() {
		RateLimiter closed = new MemoryStore(10, this.storeClock)
			.limiter(RateLimitPolicy.builder("closed").algorithm(Algorithm.LEAKY_BUCKET).limits("0/1s").build());
		assertThat(answered(closed, 0, 30)).isZero();
	}

	/**
	 * Ask.
	 * @param out milliseconds until the store decides
	 * @param back milliseconds until its answer is here
	 */
	private long answered(RateLimiter limiter, int out, int back) {
		long asked = this.now;
		pass(Duration.ofMillis(out));
		Decision decision = limiter.tryAcquire("k", 1);
		pass(Duration.ofMillis(back));
		return this.age.nanos(new Answer(new Ask(limiter, "k", 1, false, "r"), decision, false), asked, this.now);
	}

	private void pass(Duration time) {
		this.now += time.toNanos();
		this.storeClock.advance(time);
	}

	private RateLimiter limiter(String name, Algorithm algorithm) {
		return new MemoryStore(10, this.storeClock)
			.limiter(RateLimitPolicy.builder(name).algorithm(algorithm).limits("1000/1s").build());
	}

}
