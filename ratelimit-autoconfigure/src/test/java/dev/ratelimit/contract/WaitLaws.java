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

import java.util.Random;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said about time is true to the microsecond.
 */
interface WaitLaws extends Laws {

	@Test
	default void retryAfterIsHonest() {
		forEachTrace(Policies.all(world().algorithm()), 5, (limiter, trace) -> {
			world().replay(limiter, trace);
			Random random = new Random(trace.seed());
			for (int i = 0; i < 3; i++) {
				long permits = 1 + random.nextLong(limiter.policy().capacity());
				Decision decision = limiter.tryAcquire(KEY, permits);
				if (decision.isPermitted()) {
					assertThat(decision.retryAfter()).isNull();
				}
				else {
					world().passesExactlyAfter(limiter, permits, World.retryAfter(decision));
				}
			}
		});
	}

	@Test
	default void retryAfterOfALookIsThatOfOnePermit() {
		forEachTrace(Policies.all(world().algorithm()), 3, (limiter, trace) -> {
			world().replay(limiter, trace);
			World.singlesThatPass(limiter, KEY);
			Decision look = limiter.tryAcquire(KEY, 0);
			assertThat(look.retryAfter()).isEqualTo(limiter.tryAcquire(KEY, 1).retryAfter());
			ManualClock clock = world().clock();
			clock.advanceMicros(World.retryAfter(look) - 1);
			assertThat(World.retryAfter(limiter.tryAcquire(KEY, 0))).isEqualTo(1);
			clock.advanceMicros(1);
			assertThat(limiter.tryAcquire(KEY, 0).retryAfter()).isNull();
			World.allows(limiter.tryAcquire(KEY, 1));
		});
	}

	@Test
	default void resetAfterIsHonest() {
		forEachTrace(Policies.ofOneLimit(world().algorithm()), 4, (limiter, trace) -> {
			world().replay(limiter, trace);
			ManualClock clock = world().clock();
			long reset = World.resetAfter(limiter.tryAcquire(KEY, 0));
			long end = clock.micros() + reset;
			if (reset > 0) {
				for (long moment : world().momentsBefore(end)) {
					clock.setMicros(moment);
					assertThat(World.resetAfter(limiter.tryAcquire(KEY, 0))).isEqualTo(end - moment);
				}
				clock.setMicros(end);
			}
			Decision look = limiter.tryAcquire(KEY, 0);
			assertThat(World.reading(look).remaining()).isEqualTo(limiter.policy().capacity());
			assertThat(World.resetAfter(look)).isZero();
			World.allows(limiter.tryAcquire(KEY, limiter.policy().capacity()));
			World.refuses(limiter.tryAcquire(KEY, 1));
		});
	}

	@Test
	default void delayIsPositiveExactlyWhenDelayed() {
		forEachTrace(Policies.all(world().algorithm()), 4, (limiter, trace) -> {
			boolean queues = world().algorithm() == Algorithm.LEAKY_BUCKET;
			for (Seen seen : world().replay(limiter, trace)) {
				assertThat(seen.delay()).isLessThanOrEqualTo(limiter.policy().maxWait());
				assertThat(queues || seen.delay().isZero()).as("delay of %s", seen).isTrue();
			}
		});
	}

}
