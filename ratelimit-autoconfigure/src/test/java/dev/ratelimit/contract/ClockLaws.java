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

package dev.ratelimit.contract;

import java.time.Duration;
import java.util.List;

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A clock that steps backwards grants nothing and makes nobody wait longer than a window
 * (two for the counter, the queue for the leaky bucket).
 */
interface ClockLaws extends Laws {

	List<Duration> STEPS = List.of(Duration.ofNanos(1000), Duration.ofSeconds(4), Duration.ofSeconds(59),
			Duration.ofDays(800), Duration.ofDays(20_000));

	@Test
	default void clockStepBackwardsGrantsNothing() {
		backwards((limiter, trace) -> {
			long before = World.remaining(limiter, KEY);
			return () -> {
				assertThat(World.remaining(limiter, KEY)).isLessThanOrEqualTo(before);
				assertThat(World.singlesThatPass(limiter, KEY)).isLessThanOrEqualTo(before);
			};
		});
	}

	@Test
	default void afterAClockStepBackwardsNobodyWaitsLong() {
		backwards((limiter, trace) -> () -> {
			Decision look = limiter.tryAcquire(KEY, 0);
			assertThat(World.resetAfter(look))
				.isLessThanOrEqualTo(longest(limiter.policy(), World.reading(look).limit()));
			long capacity = limiter.policy().capacity();
			Decision decision = limiter.tryAcquire(KEY, capacity);
			if (!decision.isPermitted()) {
				long most = limiter.policy()
					.limits()
					.stream()
					.mapToLong((any) -> longest(limiter.policy(), any))
					.max()
					.orElseThrow();
				assertThat(World.retryAfter(decision)).isLessThanOrEqualTo(most);
			}
		});
	}

	@Test
	default void afterAClockStepBackwardsRetryAfterIsHonest() {
		backwards((limiter, trace) -> () -> {
			long permits = 1 + trace.seed() % limiter.policy().capacity();
			Decision decision = limiter.tryAcquire(KEY, permits);
			if (!decision.isPermitted()) {
				world().passesExactlyAfter(limiter, permits, World.retryAfter(decision));
			}
		});
	}

	@Test
	default void afterAClockStepBackwardsALookIsHonest() {
		backwards((limiter, trace) -> () -> {
			Decision look = limiter.tryAcquire(KEY, 0);
			if (look.retryAfter() != null) {
				world().passesExactlyAfter(limiter, 1, World.retryAfter(look));
			}
			else {
				World.allows(limiter.tryAcquire(KEY, 1));
			}
		});
	}

	@Test
	default void clockThatStepsBackAndForthForgetsNothingThatIsStillOwed() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			World.allows(limiter.tryAcquire(KEY, limiter.policy().capacity()));
			World.refuses(limiter.tryAcquire(KEY, 1));
			for (int i = 0; i < 10; i++) {
				world().clock().advance(Duration.ofDays(-1));
				World.refuses(limiter.tryAcquire(KEY, 1));
				world().clock().advance(Duration.ofNanos(1000));
				World.refuses(limiter.tryAcquire(KEY, 1));
			}
		});
	}

	@Test
	default void freshKeyIsFreshAtAnyTime() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			for (long seconds : new long[] { 0, 1, 1_000_000_000, 2_000_000_001, 4_102_444_800L }) {
				world().clock().setMicros(seconds * 1_000_000 + 1);
				String key = "at " + seconds;
				assertThat(World.singlesThatPass(limiter, key)).isEqualTo(limiter.policy().capacity());
			}
		});
	}

	private void backwards(Scenario scenario) {
		for (Duration step : STEPS) {
			forEachTrace(Policies.all(world().algorithm()), 2, (limiter, trace) -> {
				world().replay(limiter, trace);
				Runnable check = scenario.before(limiter, trace);
				world().clock().advance(step.negated());
				try {
					check.run();
				}
				catch (AssertionError ex) {
					throw new AssertionError("after a step back by %s: %s".formatted(step, ex.getMessage()), ex);
				}
			});
		}
	}

	private static long longest(RateLimitPolicy policy, Limit limit) {
		long window = limit.windowMicros();
		return switch (policy.algorithm()) {
			case TOKEN_BUCKET -> limit.burst() * window / limit.permits() + 1;
			case LEAKY_BUCKET -> (policy.capacity() + 1) * window / limit.permits() + 1;
			case FIXED_WINDOW, SLIDING_WINDOW_LOG -> window;
			case SLIDING_WINDOW_COUNTER -> 2 * window;
		};
	}

	/**
	 * What happens before the clock steps back, and what must hold after it did.
	 */
	@FunctionalInterface
	interface Scenario {

		Runnable before(RateLimiter limiter, Trace trace);

	}

}
