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
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * How much is granted.
 */
interface GrantLaws extends Laws {

	@Test
	default void freshKeyGrantsExactlyItsCapacity() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			long capacity = limiter.policy().capacity();
			for (long left = capacity - 1; left >= 0; left--) {
				Decision decision = limiter.tryAcquire(KEY, 1);
				World.allows(decision);
				assertThat(World.reading(decision).remaining()).isEqualTo(left);
				assertThat(decision.retryAfter()).isNull();
				assertThat(decision.charge()).isNotNull();
			}
			Decision refused = limiter.tryAcquire(KEY, 1);
			assertThat(refused.outcome()).isEqualTo(Outcome.REJECTED);
			assertThat(refused.reason()).isEqualTo(Reason.LIMIT);
			assertThat(refused.charge()).isNull();
			assertThat(refused.delay()).isZero();
			assertThat(World.reading(refused).remaining()).isZero();
			World.allows(limiter.tryAcquire("all at once", capacity));
			World.refuses(limiter.tryAcquire("all at once", 1));
		});
	}

	@Test
	default void rejectionTakesNothing() {
		forEachTrace(Policies.all(world().algorithm()), 5, (limiter, trace) -> {
			world().replay(limiter, trace);
			List<Seen> undisturbed = world().future(limiter, trace.seed());
			long tooMany = World.remaining(limiter, KEY) + 1;
			for (int i = 0; i < 5 && tooMany <= limiter.policy().capacity(); i++) {
				World.refuses(limiter.tryAcquire(KEY, tooMany));
			}
			assertThat(world().future(limiter, trace.seed())).isEqualTo(undisturbed);
		});
	}

	@Test
	default void lookTakesNothing() {
		forEachTrace(Policies.all(world().algorithm()), 3, (limiter, trace) -> {
			world().replay(limiter, trace);
			List<Seen> first = world().future(limiter, trace.seed());
			assertThat(world().future(limiter, trace.seed())).isEqualTo(first);
			assertThat(first).allSatisfy((seen) -> {
				assertThat(seen.outcome()).isEqualTo(Outcome.ALLOWED);
				assertThat(seen.delay()).isZero();
				assertThat(seen.charged()).isFalse();
				assertThat(seen.reading()).isNotNull();
			});
		});
	}

	@Test
	default void remainingIsTheSinglesThatWouldPassNow() {
		forEachTrace(Policies.all(world().algorithm()), 5, (limiter, trace) -> {
			world().replay(limiter, trace);
			Decision look = limiter.tryAcquire(KEY, 0);
			long remaining = World.reading(look).remaining();
			assertThat(look.retryAfter() != null).as("look has a retryAfter").isEqualTo(remaining == 0);
			assertThat(World.singlesThatPass(limiter, KEY)).isEqualTo(remaining);
			assertThat(World.remaining(limiter, KEY)).isZero();
		});
	}

	@Test
	default void decisionReadsWhatALookSeesRightAfterIt() {
		forEachTrace(Policies.ofOneLimit(world().algorithm()), 5, (limiter, trace) -> {
			List<Seen> seen = world().replay(limiter, trace);
			Decision look = limiter.tryAcquire(KEY, 0);
			assertThat(seen.get(seen.size() - 1).reading()).isEqualTo(look.reading());
			assertThat(World.reading(look).limit()).isEqualTo(limiter.policy().limits().get(0));
			assertThat(World.reading(look).capacity()).isEqualTo(limiter.policy().capacity());
		});
	}

	@Test
	default void manyPermitsAreManySingles() {
		forEachTrace(Policies.all(world().algorithm()), 4, (limiter, trace) -> {
			world().replay(limiter, trace);
			long permits = World.remaining(limiter, KEY);
			if (permits == 0) {
				return;
			}
			World.allows(limiter.tryAcquire(KEY, permits));
			List<Seen> atOnce = world().future(limiter, trace.seed());
			world().replay(limiter, trace);
			for (long i = 0; i < permits; i++) {
				World.allows(limiter.tryAcquire(KEY, 1));
			}
			assertThat(world().future(limiter, trace.seed())).isEqualTo(atOnce);
		});
	}

	@Test
	default void moreThanTheCapacityIsRefusedWithoutAPromise() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			long capacity = limiter.policy().capacity();
			for (long permits : new long[] { capacity + 1, 1_000_000_000_000_000_000L, Long.MAX_VALUE }) {
				refusesOutright(limiter, permits, Reason.EXCEEDS_LIMIT);
			}
			assertThat(World.remaining(limiter, KEY)).isEqualTo(capacity);
		});
	}

	@Test
	default void limitOfZeroPermitsRefusesEverything() {
		RateLimiter limiter = world().limiter("0/10s");
		for (long permits : new long[] { 0, 1, 5 }) {
			refusesOutright(limiter, permits, Reason.LIMIT);
		}
		Decision charge = World.charge(limiter, KEY, 1);
		assertThat(Seen.of(charge)).isEqualTo(Seen.of(limiter.tryAcquire(KEY, 1)));
	}

	@Test
	default void negativePermitsAreAnError() {
		RateLimiter limiter = world().limiter("5/60s");
		assertThatThrownBy(() -> limiter.tryAcquire(KEY, -1)).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> limiter.tryAcquire(KEY, Long.MIN_VALUE)).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> World.await(limiter.tryAcquireAsync(KEY, -1))).satisfiesAnyOf(Throws::illegalArgument,
				Throws::causeIllegalArgument);
		assertThatThrownBy(() -> World.await(limiter.charge(KEY, -5))).satisfiesAnyOf(Throws::illegalArgument,
				Throws::causeIllegalArgument);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(5);
	}

	private static void refusesOutright(RateLimiter limiter, long permits, Reason reason) {
		Decision decision = limiter.tryAcquire(KEY, permits);
		Seen expected = new Seen(Outcome.REJECTED, reason, null, null, Duration.ZERO, false);
		assertThat(Seen.of(decision)).as("%d permits", permits).isEqualTo(expected);
	}

}
