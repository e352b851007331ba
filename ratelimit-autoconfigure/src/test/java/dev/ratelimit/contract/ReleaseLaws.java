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

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiter;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What is given back: exactly what was taken, once, and nothing that is gone already.
 */
interface ReleaseLaws extends Laws {

	@Test
	default void releaseRestores() {
		forEachTrace(Policies.all(world().algorithm()), 4, (limiter, trace) -> {
			world().replay(limiter, trace);
			List<Seen> before = world().future(limiter, trace.seed());
			long remaining = World.remaining(limiter, KEY);
			if (remaining > 0) {
				World.release(limiter, limiter.tryAcquire(KEY, 1 + new Random(trace.seed()).nextLong(remaining)));
				assertThat(world().future(limiter, trace.seed())).isEqualTo(before);
			}
		});
	}

	@Test
	default void releasesInReverseOrderRestoreEachState() {
		RateLimiter limiter = world().limiter("5/60s");
		List<Decision> granted = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			granted.add(limiter.tryAcquire(KEY, 1));
		}
		for (int i = 4; i >= 0; i--) {
			World.release(limiter, granted.get(i));
			assertThat(World.remaining(limiter, KEY)).isEqualTo(5 - i);
		}
	}

	@Test
	default void releasingTwiceIsReleasingOnce() {
		RateLimiter limiter = world().limiter("5/60s");
		limiter.tryAcquire(KEY, 2);
		Decision last = limiter.tryAcquire(KEY, 1);
		World.release(limiter, last);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(3);
		World.release(limiter, last);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(3);
		assertThat(World.singlesThatPass(limiter, KEY)).isEqualTo(3);
		World.release(limiter, last);
		World.refuses(limiter.tryAcquire(KEY, 1));
	}

	@Test
	default void releasingFromManyThreadsIsReleasingOnce() {
		RateLimiter limiter = world().limiter("50/60s");
		limiter.tryAcquire(KEY, 30);
		Charge charge = Objects.requireNonNull(limiter.tryAcquire(KEY, 2).charge());
		List<CompletableFuture<Void>> releases = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			releases.add(CompletableFuture.runAsync(() -> World.await(limiter.release(charge))));
		}
		releases.forEach(World::await);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(20);
	}

	@Test
	default void releaseAfterTheWindowRolledAdmitsNobodyExtra() {
		forEach(Policies.all(world().algorithm()), (limiter) -> {
			long capacity = limiter.policy().capacity();
			Decision old = limiter.tryAcquire(KEY, capacity);
			long longest = limiter.policy()
				.limits()
				.stream()
				.mapToLong((limit) -> limit.windowMicros())
				.max()
				.orElseThrow();
			world().clock().advanceMicros(10 * longest);
			World.allows(limiter.tryAcquire(KEY, capacity));
			World.release(limiter, old);
			World.refuses(limiter.tryAcquire(KEY, 1));
			assertThat(World.remaining(limiter, KEY)).isZero();
		});
	}

	@Test
	default void releaseNeverLeavesMoreThanIfNothingHadBeenTaken() {
		forEachTrace(Policies.all(world().algorithm()), 4, (limiter, trace) -> {
			Random random = new Random(trace.seed());
			long window = limiter.policy().limits().get(0).windowMicros();
			long pause = random.nextLong(2 * window);
			world().replay(limiter, trace);
			long remaining = World.remaining(limiter, KEY);
			if (remaining > 0) {
				world().clock().advanceMicros(pause);
				Seen untouched = Seen.of(limiter.tryAcquire(KEY, 0));
				world().replay(limiter, trace);
				Decision taken = limiter.tryAcquire(KEY, remaining);
				world().clock().advanceMicros(pause);
				Seen kept = Seen.of(limiter.tryAcquire(KEY, 0));
				World.release(limiter, taken);
				Seen released = Seen.of(limiter.tryAcquire(KEY, 0));
				assertThat(remaining(released)).isBetween(remaining(kept), remaining(untouched));
			}
		});
	}

	@Test
	default void chargeOfAnotherPolicyIsAnError() {
		RateLimiter limiter = world().limiter("5/60s");
		RateLimiter other = world().limiter(Policies.aligned(world().algorithm(), "other", "5/60s"));
		Charge charge = Objects.requireNonNull(limiter.tryAcquire(KEY, 2).charge());
		assertThatThrownBy(() -> World.await(other.release(charge))).satisfiesAnyOf(Throws::illegalArgument,
				Throws::causeIllegalArgument);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(3);
		CompletionStage<Void> release = limiter.release(charge);
		World.await(release);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(5);
	}

	private static long remaining(Seen seen) {
		return Objects.requireNonNull(seen.reading()).remaining();
	}

}
