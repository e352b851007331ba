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

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is taken without asking.
 */
interface DebtLaws extends Laws {

	@Test
	default void chargeWithinTheLimitLeavesWhatARequestLeaves() {
		forEachTrace(Policies.all(world().algorithm()), 4, (limiter, trace) -> {
			world().replay(limiter, trace);
			long remaining = World.remaining(limiter, KEY);
			if (remaining > 0) {
				World.allows(limiter.tryAcquire(KEY, remaining));
				List<Seen> requested = world().future(limiter, trace.seed());
				world().replay(limiter, trace);
				isPlainlyAllowed(World.charge(limiter, KEY, remaining));
				assertThat(world().future(limiter, trace.seed())).isEqualTo(requested);
			}
		});
	}

	@Test
	default void chargeBeyondTheLimitIsDebtThatIsWaitedOff() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			long capacity = limiter.policy().capacity();
			World.allows(limiter.tryAcquire(KEY, capacity));
			long withoutDebt = World.retryAfter(limiter.tryAcquire(KEY, 1));
			Decision charge = World.charge(limiter, KEY, capacity);
			isPlainlyAllowed(charge);
			assertThat(World.reading(charge).remaining()).isZero();
			Decision refused = limiter.tryAcquire(KEY, 1);
			World.refuses(refused);
			long wait = World.retryAfter(refused);
			assertThat(wait).isGreaterThanOrEqualTo(withoutDebt);
			world().clock().advanceMicros(wait - 1);
			World.refuses(limiter.tryAcquire(KEY, 1));
			world().clock().advanceMicros(1);
			World.allows(limiter.tryAcquire(KEY, 1));
		});
	}

	@Test
	default void debtEndsAtTwiceTheCapacity() {
		forEach(Policies.ofOneLimit(world().algorithm()), (limiter) -> {
			long capacity = limiter.policy().capacity();
			List<List<Seen>> futures = new ArrayList<>();
			for (long[] charges : new long[][] { { 2 * capacity }, { 2 * capacity + 1 }, { 1_000_000_000_000_000L },
					{ capacity, 3 * capacity, 1 }, { 1, Long.MAX_VALUE }, { 2 * capacity, Long.MAX_VALUE } }) {
				limiter.reset(KEY);
				for (long charge : charges) {
					isPlainlyAllowed(World.charge(limiter, KEY, charge));
				}
				futures.add(world().future(limiter, 7));
			}
			assertThat(futures).allSatisfy((future) -> assertThat(future).isEqualTo(futures.get(0)));
		});
	}

	@Test
	default void debtIsCountedToTheLastPermit() {
		RateLimiter limiter = world().limiter("5/60s");
		RateLimiter larger = world().limiter("100/60s");
		for (long debt : new long[] { 1, 4, 5, 6, 9, 10, 11, 1000 }) {
			limiter.reset(KEY);
			isPlainlyAllowed(World.charge(limiter, KEY, debt));
			assertThat(World.remaining(larger, KEY)).as("after a charge of %d", debt)
				.isEqualTo(100 - Math.min(debt, 10));
		}
	}

	@Test
	default void debtAboveTwiceALoweredCapacityStays() {
		RateLimiter larger = world().limiter("100/60s");
		World.allows(larger.tryAcquire(KEY, 50));
		isPlainlyAllowed(World.charge(world().limiter("5/60s"), KEY, 3));
		assertThat(World.remaining(larger, KEY)).isEqualTo(50);
	}

	@Test
	default void debtIsGivenBackLikeAnyCharge() {
		forEachTrace(Policies.all(world().algorithm()), 4, (limiter, trace) -> {
			world().replay(limiter, trace);
			List<Seen> before = world().future(limiter, trace.seed());
			World.release(limiter, World.charge(limiter, KEY, Math.max(1, limiter.policy().capacity() - 1)));
			assertThat(world().future(limiter, trace.seed())).isEqualTo(before);
		});
	}

	private static void isPlainlyAllowed(Decision decision) {
		assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
		assertThat(decision.reason()).isEqualTo(Reason.NONE);
		assertThat(decision.delay()).isEqualTo(Duration.ZERO);
		assertThat(decision.retryAfter()).isNull();
		assertThat(decision.reading()).isNotNull();
	}

}
