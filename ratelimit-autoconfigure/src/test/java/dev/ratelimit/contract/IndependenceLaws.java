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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.ratelimit.Limit;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What does not depend on what.
 */
interface IndependenceLaws extends Laws {

	@Test
	default void keysAreIndependent() {
		RateLimiter limiter = world().limiter("3/60s");
		List<String> keys = List.of("a", "A", "a ", " a", "", "{a}", "a}", "a:b", "a:", ":a", "a|b", "a%3Ab", "\u00e4",
				"a\u0308", "a\nb", "a\r\nDEL a", "\u0000", "*", "global", "x".repeat(200), "x".repeat(7000),
				"x".repeat(6999) + "y");
		for (String key : keys) {
			World.allows(limiter.tryAcquire(key, 3));
			World.refuses(limiter.tryAcquire(key, 1));
		}
		limiter.reset("a");
		for (String key : keys) {
			assertThat(World.remaining(limiter, key)).as("key '%s'", key).isEqualTo(key.equals("a") ? 3 : 0);
		}
	}

	@Test
	default void policiesAreIndependent() {
		List<RateLimiter> limiters = new ArrayList<>();
		for (String name : List.of("a", "b", "a-b", "a-a")) {
			limiters.add(world().limiter(Policies.aligned(world().algorithm(), name, "3/60s")));
		}
		for (RateLimiter limiter : limiters) {
			World.allows(limiter.tryAcquire(KEY, 3));
			World.refuses(limiter.tryAcquire(KEY, 1));
		}
		limiters.get(0).reset(KEY);
		assertThat(limiters).extracting((limiter) -> World.remaining(limiter, KEY)).containsExactly(3L, 0L, 0L, 0L);
	}

	@Test
	default void limitersOfOnePolicyShareTheirState() {
		RateLimiter first = world().limiter("3/60s");
		RateLimiter second = world().limiter("3/60s");
		World.allows(first.tryAcquire(KEY, 1));
		World.allows(second.tryAcquire(KEY, 1));
		assertThat(World.remaining(first, KEY)).isEqualTo(1);
		World.allows(first.tryAcquire(KEY, 1));
		World.refuses(second.tryAcquire(KEY, 1));
		assertThat(first.policy()).isEqualTo(second.policy());
	}

	@Test
	default void slotsOfKeysBeginApartUnlessTheyAreAligned() {
		for (WindowPhase phase : WindowPhase.values()) {
			RateLimiter limiter = world().limiter(Policies.policy(world().algorithm(), "p", phase, "5/60s"));
			world().clock().advanceMicros(1);
			long resets = IntStream.range(0, 50)
				.mapToLong((i) -> World.resetAfter(limiter.tryAcquire(phase + " " + i, 1)))
				.distinct()
				.count();
			boolean apart = Policies.phases(world().algorithm()).contains(phase) && phase == WindowPhase.PER_KEY;
			assertThat(resets).as("different resets of 50 keys, %s", phase)
				.isBetween(apart ? 45L : 1L, apart ? 50L : 1L);
		}
	}

	@Test
	default void idleKeyIsAFreshKey() {
		forEachTrace(Policies.all(world().algorithm()), 2, (limiter, trace) -> {
			ManualClock clock = world().clock();
			for (Duration idle : List.of(longEnough(limiter), Duration.ofDays(400), Duration.ofDays(7000))) {
				world().replay(limiter, trace);
				clock.advance(idle);
				long start = clock.micros();
				List<Seen> idled = send(limiter, trace);
				limiter.reset(KEY);
				clock.setMicros(start);
				assertThat(idled).as("after %s", idle).isEqualTo(send(limiter, trace));
			}
		});
	}

	@Test
	default void resetKeyIsAFreshKey() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			List<Seen> fresh = world().future(limiter, 1);
			limiter.tryAcquire(KEY, limiter.policy().capacity());
			World.charge(limiter, KEY, 1);
			limiter.reset(KEY);
			assertThat(world().future(limiter, 1)).isEqualTo(fresh);
			limiter.reset(KEY);
			limiter.reset("never seen");
			assertThat(World.singlesThatPass(limiter, KEY)).isEqualTo(limiter.policy().capacity());
		});
	}

	@Test
	default void synchronousAndAsynchronousCallsAgree() {
		forEachTrace(Policies.all(world().algorithm()), 3, (limiter, trace) -> {
			List<Seen> synchronous = world().replay(limiter, trace);
			limiter.reset(KEY);
			world().clock().set(World.START);
			List<Seen> asynchronous = new ArrayList<>();
			for (Trace.Step step : trace.steps()) {
				world().clock().advanceMicros(step.pause());
				asynchronous.add(Seen.of(World.await(limiter.tryAcquireAsync(KEY, step.permits()))));
			}
			assertThat(asynchronous).isEqualTo(synchronous);
			assertThat(Seen.of(World.await(limiter.tryAcquireAsync(KEY, 0))))
				.isEqualTo(Seen.of(limiter.tryAcquire(KEY, 0)));
			long tooMany = limiter.policy().capacity() + 1;
			assertThat(Seen.of(World.await(limiter.tryAcquireAsync(KEY, tooMany))))
				.isEqualTo(Seen.of(limiter.tryAcquire(KEY, tooMany)));
		});
	}

	private List<Seen> send(RateLimiter limiter, Trace trace) {
		List<Seen> seen = new ArrayList<>();
		for (Trace.Step step : trace.steps()) {
			world().clock().advanceMicros(step.pause());
			seen.add(Seen.of(limiter.tryAcquire(KEY, step.permits())));
		}
		return seen;
	}

	/**
	 * Long enough for a window counter's two slots and for a token bucket whose burst is
	 * less than three times its permits.
	 */
	private static Duration longEnough(RateLimiter limiter) {
		List<Limit> limits = limiter.policy().limits();
		return limits.get(limits.size() - 1).window().multipliedBy(3);
	}

}
