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

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reading;
import dev.ratelimit.testing.ManualClock;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One store, one algorithm and a clock that only tests move.
 */
final class World {

	/** A start of slots for every window of this suite: a multiple of 384,300,000 s. */
	static final Instant START = Instant.ofEpochSecond(1_921_500_000);

	static final String KEY = "k";

	private final Algorithm algorithm;

	private final ManualClock clock = new ManualClock(START);

	private final RateLimitStore store;

	World(Algorithm algorithm, Function<InstantSource, RateLimitStore> store) {
		this.algorithm = algorithm;
		this.store = store.apply(this.clock);
	}

	Algorithm algorithm() {
		return this.algorithm;
	}

	ManualClock clock() {
		return this.clock;
	}

	RateLimiter limiter(RateLimitPolicy policy) {
		return this.store.limiter(policy);
	}

	/**
	 * A limiter of an aligned policy named {@code p}.
	 */
	RateLimiter limiter(String... limits) {
		return limiter(Policies.aligned(this.algorithm, "p", limits));
	}

	/**
	 * Make {@link #KEY} fresh at {@link #START} and send it a trace. Doing so again makes
	 * a copy of the world as it was, even where slots depend on the key.
	 */
	List<Seen> replay(RateLimiter limiter, Trace trace) {
		limiter.reset(KEY);
		this.clock.set(START);
		List<Seen> seen = new ArrayList<>();
		for (Trace.Step step : trace.steps()) {
			this.clock.advanceMicros(step.pause());
			seen.add(Seen.of(limiter.tryAcquire(KEY, step.permits())));
		}
		return seen;
	}

	/**
	 * Look at the key now and at moments of the next three windows, without touching it.
	 */
	List<Seen> future(RateLimiter limiter, long seed) {
		Random random = new Random(seed);
		long now = this.clock.micros();
		List<Long> moments = new ArrayList<>(List.of(now));
		for (var limit : limiter.policy().limits()) {
			random.longs(3, 1, 3 * limit.windowMicros()).map((later) -> now + later).forEach(moments::add);
		}
		List<Seen> seen = new ArrayList<>();
		for (long moment : moments.stream().sorted().toList()) {
			this.clock.setMicros(moment);
			seen.add(Seen.of(limiter.tryAcquire(KEY, 0)));
		}
		this.clock.setMicros(now);
		return seen;
	}

	static Decision charge(RateLimiter limiter, String key, long permits) {
		return await(limiter.charge(key, permits));
	}

	static void release(RateLimiter limiter, Decision decision) {
		Charge charge = Objects.requireNonNull(decision.charge(), () -> "nothing to release in " + decision);
		await(limiter.release(charge));
	}

	static <T> T await(CompletionStage<T> stage) {
		return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
	}

	static long remaining(RateLimiter limiter, String key) {
		return reading(limiter.tryAcquire(key, 0)).remaining();
	}

	static Reading reading(Decision decision) {
		assertThat(decision.reading()).as("reading of %s", decision).isNotNull();
		return Objects.requireNonNull(decision.reading());
	}

	static long retryAfter(Decision decision) {
		assertThat(decision.retryAfter()).as("retryAfter of %s", decision).isNotNull();
		return Objects.requireNonNull(decision.retryAfter()).dividedBy(ChronoUnit.MICROS.getDuration());
	}

	static long resetAfter(Decision decision) {
		return reading(decision).resetAfter().dividedBy(ChronoUnit.MICROS.getDuration());
	}

	/**
	 * How many single permits pass now, tried and not read.
	 */
	static long singlesThatPass(RateLimiter limiter, String key) {
		long passed = 0;
		while (limiter.tryAcquire(key, 1).isPermitted()) {
			passed++;
			assertThat(passed).as("permits granted by %s at one instant", limiter.policy()).isLessThan(1000);
		}
		return passed;
	}

	/**
	 * Refused as often as it is tried before the wait is over, allowed at the microsecond
	 * when it is. Moves the clock there.
	 */
	void passesExactlyAfter(RateLimiter limiter, long permits, long wait) {
		assertThat(wait).as("retryAfter in microseconds").isPositive();
		long end = this.clock.micros() + wait;
		for (long moment : momentsBefore(end)) {
			this.clock.setMicros(moment);
			Decision tooEarly = limiter.tryAcquire(KEY, permits);
			refuses(tooEarly);
			assertThat(retryAfter(tooEarly)).isEqualTo(end - moment);
		}
		this.clock.setMicros(end);
		allows(limiter.tryAcquire(KEY, permits));
	}

	/**
	 * Moments from now to one microsecond before {@code end}, these two among them.
	 */
	long[] momentsBefore(long end) {
		long now = this.clock.micros();
		LongStream between = (end - now > 1) ? new Random(end - now).longs(4, now, end) : LongStream.empty();
		return LongStream.concat(LongStream.of(now, end - 1), between).sorted().toArray();
	}

	static void allows(@Nullable Decision decision) {
		assertThat(decision).matches(Decision::isPermitted, "permitted");
	}

	static void refuses(@Nullable Decision decision) {
		assertThat(decision).matches((any) -> !any.isPermitted(), "refused");
	}

}
