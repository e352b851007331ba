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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Cases about how much.
 */
interface AmountCases extends Cases {

	@Test
	default void a2RemainingFallsToZeroAndNoFurther() {
		for (Algorithm algorithm : Algorithm.values()) {
			for (long capacity : new long[] { 1, 2, 5 }) {
				RateLimiter limiter = world(algorithm).limiter(capacity + "/60s");
				for (long i = 1; i <= capacity + 2; i++) {
					Decision decision = limiter.tryAcquire(KEY, 1);
					assertThat(decision.isPermitted()).as("%s, %d of %d", algorithm, i, capacity)
						.isEqualTo(i <= capacity);
					assertThat(World.reading(decision).remaining()).isEqualTo(Math.max(0, capacity - i));
				}
			}
		}
	}

	@Test
	default void a3CostsAddUp() {
		for (Algorithm algorithm : Algorithm.values()) {
			RateLimiter limiter = world(algorithm).limiter("10/60s");
			World.allows(limiter.tryAcquire("a", 5));
			World.allows(limiter.tryAcquire("a", 5));
			World.refuses(limiter.tryAcquire("a", 1));
			World.allows(limiter.tryAcquire("b", 3));
			World.allows(limiter.tryAcquire("b", 3));
			World.allows(limiter.tryAcquire("b", 3));
			Decision fourth = limiter.tryAcquire("b", 3);
			World.refuses(fourth);
			assertThat(World.reading(fourth).remaining()).isEqualTo(1);
		}
	}

	@Test
	default void a4CostIsNeverACredit() {
		RateLimiter limiter = world(Algorithm.TOKEN_BUCKET).limiter("3/60s");
		Decision tooMuch = limiter.tryAcquire(KEY, 4);
		assertThat(tooMuch.reason()).isEqualTo(Reason.EXCEEDS_LIMIT);
		assertThat(tooMuch.retryAfter()).isNull();
		assertThat(World.reading(limiter.tryAcquire(KEY, 1)).remaining()).isEqualTo(2);
		assertThat(World.reading(limiter.tryAcquire(KEY, 0)).remaining()).isEqualTo(2);
		assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire(KEY, -5));
		assertThat(limiter.tryAcquire(KEY, 1_000_000_000_000_000_000L).reason()).isEqualTo(Reason.EXCEEDS_LIMIT);
		assertThat(World.remaining(limiter, KEY)).isEqualTo(2);
	}

	@Test
	default void a5LimitsThatMakeNoSenseAreRefused() {
		for (Algorithm algorithm : Algorithm.values()) {
			World.refuses(world(algorithm).limiter("0/60s").tryAcquire(KEY, 1));
		}
		assertThatIllegalArgumentException().isThrownBy(() -> Limit.parse("-1/60s")).withMessageContaining("permits");
		assertThatIllegalArgumentException().isThrownBy(() -> Limit.parse("5/0s")).withMessageContaining("window");
		assertThatIllegalArgumentException().isThrownBy(() -> Limit.parse("5/60s burst 0"))
			.withMessageContaining("burst");
		assertThatIllegalArgumentException().isThrownBy(() -> Limit.parse("5/60")).withMessageContaining("unit");
	}

	@Test
	default void a15AllLimitsPassOrNoneIsCharged() {
		for (Algorithm algorithm : Algorithm.values()) {
			if (algorithm != Algorithm.LEAKY_BUCKET) {
				World world = world(algorithm);
				RateLimiter limiter = world.limiter("10/60s", "30/1800s");
				for (int i = 1; i <= 31; i++) {
					Decision decision = limiter.tryAcquire(KEY, 1);
					assertThat(decision.isPermitted()).as("%s, request %d", algorithm, i).isEqualTo(i <= 10);
					assertThat(World.reading(decision).limit()).isEqualTo(Limit.parse("10/60s"));
				}
				assertThat(World.remaining(world.limiter("30/1800s"), KEY)).isEqualTo(20);
			}
		}
	}

	@Test
	default void a16WhoWaitsAsToldPasses() {
		for (Algorithm algorithm : Algorithm.values()) {
			for (long seed = 0; seed < 12; seed++) {
				World world = world(algorithm);
				RateLimiter limiter = world.limiter(randomLimits(algorithm, new Random(seed)));
				Trace trace = Trace.random(seed, limiter.policy(), 30);
				for (Trace.Step step : trace.steps()) {
					world.clock().advanceMicros(step.pause());
					Decision decision = limiter.tryAcquire(KEY, step.permits());
					if (!decision.isPermitted()) {
						waitsAsTold(world, limiter, step.permits(), World.retryAfter(decision), trace);
					}
				}
			}
		}
	}

	@Test
	default void a17LargeLimitsAreExact() {
		for (Algorithm algorithm : Algorithm.values()) {
			if (algorithm != Algorithm.SLIDING_WINDOW_LOG) {
				World world = world(algorithm);
				RateLimiter limiter = world.limiter("100000000/100000000ms");
				world.clock().advance(Duration.ofNanos(1000));
				assertThat(World.reading(limiter.tryAcquire(KEY, 99_999_999)).remaining()).isEqualTo(1);
				World.refuses(limiter.tryAcquire(KEY, 2));
				assertThat(World.reading(limiter.tryAcquire(KEY, 1)).remaining()).isZero();
				Decision refused = limiter.tryAcquire(KEY, 1);
				World.refuses(refused);
				world.passesExactlyAfter(limiter, 1, World.retryAfter(refused));
			}
		}
	}

	@Test
	default void a18ChangedLimitForgetsNothing() {
		for (Algorithm algorithm : Algorithm.values()) {
			for (String[] change : new String[][] { { "5/60s", "0" }, { "100/60s", "92" }, { "10/45s", "2" },
					{ "10/2h", "2" }, { "20/60s", "12" } }) {
				World world = world(algorithm);
				World.allows(world.limiter("10/60s").tryAcquire(KEY, 8));
				if (change[0].startsWith("20/")) {
					World.refuses(world.limiter("0/60s").tryAcquire(KEY, 1));
				}
				RateLimiter changed = world.limiter(change[0]);
				assertThat(World.remaining(changed, KEY)).as("%s, %s", algorithm, change[0])
					.isEqualTo(Long.parseLong(change[1]));
				assertThat(changed.tryAcquire(KEY, 1).isPermitted()).isEqualTo(!change[1].equals("0"));
			}
		}
	}

	@Test
	default void a18ChangedAlgorithmStartsFresh() {
		for (Algorithm from : Algorithm.values()) {
			for (Algorithm to : Algorithm.values()) {
				World world = world(from);
				World.allows(world.limiter("10/60s").tryAcquire(KEY, 8));
				RateLimiter changed = world.limiter(Policies.aligned(to, "p", "10/60s"));
				assertThat(World.remaining(changed, KEY)).isEqualTo((from == to) ? 2 : 10);
			}
		}
	}

	private static String[] randomLimits(Algorithm algorithm, Random random) {
		List<String> limits = new ArrayList<>(
				List.of((1 + random.nextInt(9)) + "/" + (1500 + random.nextInt(9000)) + "ms"));
		if (algorithm != Algorithm.LEAKY_BUCKET && random.nextBoolean()) {
			limits.add((5 + random.nextInt(20)) + "/" + (11 + random.nextInt(90)) + "s");
		}
		return limits.toArray(String[]::new);
	}

	/**
	 * As a client does: Retry-After is in whole seconds, rounded up. One second less
	 * would have been too early.
	 */
	private static void waitsAsTold(World world, RateLimiter limiter, long permits, long wait, Trace trace) {
		Instant now = world.clock().instant();
		long seconds = Math.floorDiv(wait + 999_999, 1_000_000L);
		assertThat(seconds).isPositive();
		world.clock().set(now.plusSeconds(seconds - 1));
		assertThat(limiter.tryAcquire(KEY, permits).isPermitted()).as("%s, %s", limiter.policy(), trace).isFalse();
		world.clock().set(now.plusSeconds(seconds));
		assertThat(limiter.tryAcquire(KEY, permits).isPermitted()).as("%s, %s", limiter.policy(), trace).isTrue();
	}

}
