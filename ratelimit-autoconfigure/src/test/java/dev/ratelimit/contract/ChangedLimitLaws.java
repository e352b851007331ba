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

import java.util.List;
import java.util.Random;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiter;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A changed limit holds from the next call, without amnesty and without error.
 */
interface ChangedLimitLaws extends Laws {

	/** To be applied to the state of {@code 10/60s}. */
	List<String> CHANGES = List.of("5/60s", "9/60s", "100/60s", "10/30s", "10/61s", "10/1h", "6/7s", "20/366d");

	@Test
	default void usedStaysUsed() {
		for (long used = 0; used <= 10; used += 5) {
			for (String change : CHANGES) {
				RateLimiter before = world().limiter("10/60s");
				RateLimiter after = world().limiter(change);
				before.reset(KEY);
				World.allows(before.tryAcquire(KEY, used));
				long left = Math.max(0, after.policy().capacity() - used);
				assertThat(World.remaining(after, KEY)).as("%d used, then %s", used, change).isEqualTo(left);
				assertThat(World.singlesThatPass(after, KEY)).as("%d used, then %s", used, change).isEqualTo(left);
			}
		}
	}

	@Test
	default void retryAfterIsHonestAcrossAChange() {
		changed((before, after, trace) -> {
			Random random = new Random(trace.seed());
			for (int i = 0; i < 3; i++) {
				long permits = 1 + random.nextLong(after.policy().capacity());
				Decision decision = after.tryAcquire(KEY, permits);
				if (!decision.isPermitted()) {
					world().passesExactlyAfter(after, permits, World.retryAfter(decision));
				}
			}
		});
	}

	@Test
	default void resetAfterIsHonestAcrossAChange() {
		changed((before, after, trace) -> {
			long reset = World.resetAfter(after.tryAcquire(KEY, 0));
			if (reset > 0) {
				world().clock().advanceMicros(reset - 1);
				assertThat(World.resetAfter(after.tryAcquire(KEY, 0))).isEqualTo(1);
				world().clock().advanceMicros(1);
			}
			World.allows(after.tryAcquire(KEY, after.policy().capacity()));
			World.refuses(after.tryAcquire(KEY, 1));
		});
	}

	@Test
	default void remainingIsHonestAcrossAChange() {
		changed((before, after, trace) -> {
			long remaining = World.remaining(after, KEY);
			assertThat(World.singlesThatPass(after, KEY)).isEqualTo(remaining);
			assertThat(World.remaining(before, KEY)).isBetween(0L, before.policy().capacity());
		});
	}

	@Test
	default void limitOfZeroPermitsLeavesTheStateAlone() {
		forEachTrace(List.of(world().limiter("10/60s").policy()), 5, (limiter, trace) -> {
			world().replay(limiter, trace);
			List<Seen> before = world().future(limiter, trace.seed());
			RateLimiter zero = world().limiter("0/60s");
			World.refuses(zero.tryAcquire(KEY, 1));
			World.refuses(zero.tryAcquire(KEY, 0));
			World.refuses(World.charge(zero, KEY, 1));
			assertThat(world().future(limiter, trace.seed())).isEqualTo(before);
		});
	}

	@Test
	default void whatWasTakenUnderOtherNumbersIsNotGivenBack() {
		RateLimiter before = world().limiter("10/60s");
		Decision taken = before.tryAcquire(KEY, 4);
		RateLimiter after = world().limiter("10/2m");
		World.allows(after.tryAcquire(KEY, 1));
		World.release(after, taken);
		long left = (world().algorithm() == Algorithm.SLIDING_WINDOW_LOG) ? 9 : 5;
		assertThat(World.remaining(after, KEY)).isEqualTo(left);
	}

	@Test
	default void whatWasTakenUnderAnotherRateIsNotGivenBack() {
		Decision taken = world().limiter("10/60s").tryAcquire(KEY, 4);
		RateLimiter after = world().limiter("20/60s");
		World.allows(after.tryAcquire(KEY, 1));
		World.release(after, taken);
		// windows and marks do not depend on the rate, what a bucket drains does
		boolean bucket = world().algorithm() == Algorithm.TOKEN_BUCKET || world().algorithm() == Algorithm.LEAKY_BUCKET;
		assertThat(World.remaining(after, KEY)).isEqualTo(bucket ? 15 : 19);
	}

	@Test
	default void newWindowInheritsFromThoseThatAreGoneAlone() {
		if (world().algorithm() == Algorithm.LEAKY_BUCKET) {
			return; // has one limit
		}
		RateLimiter before = world().limiter("10/10s", "20/60s");
		World.allows(before.tryAcquire(KEY, 5));
		world().clock().advanceMicros(15_000_000);
		World.allows(before.tryAcquire(KEY, 2));
		long left = switch (world().algorithm()) {
			// 7 are in use in 60 s, which stay; in 10 s it is 2, or 2 and the half of 5
			case TOKEN_BUCKET, FIXED_WINDOW -> 8;
			case SLIDING_WINDOW_COUNTER -> 5;
			// marks are facts, whatever the windows
			case SLIDING_WINDOW_LOG -> 3;
			case LEAKY_BUCKET -> throw new IllegalStateException();
		};
		RateLimiter after = world().limiter("1000/60s", "10/1h");
		assertThat(World.remaining(after, KEY)).isEqualTo(left);
		assertThat(World.singlesThatPass(after, KEY)).isEqualTo(left);
	}

	private void changed(Change law) {
		for (String change : CHANGES) {
			forEachTrace(List.of(world().limiter("10/60s").policy()), 3, (before, trace) -> {
				RateLimiter after = world().limiter(change);
				world().replay(before, trace);
				law.check(before, after, trace);
			});
		}
	}

	/**
	 * A law that speaks of a key that was used under one policy and is used under
	 * another.
	 */
	@FunctionalInterface
	interface Change {

		void check(RateLimiter before, RateLimiter after, Trace trace);

	}

}
