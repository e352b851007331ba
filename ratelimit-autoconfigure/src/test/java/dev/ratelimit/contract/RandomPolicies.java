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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;

/**
 * Policies at random, small and convenient or as large as they may be.
 */
final class RandomPolicies {

	/** Short enough to be met often, long enough not to expire while a clock stands. */
	private static final long[] WINDOWS = { 7_000_000, 10_000_000, 11_000_001, 60_000_000, 3_600_000_000L,
			100_000_000_000L, 86_400_000_000L, 366 * 86_400_000_000L };

	private final Random random;

	private final Algorithm algorithm;

	private final boolean large;

	RandomPolicies(Random random, Algorithm algorithm) {
		this.random = random;
		this.algorithm = algorithm;
		this.large = algorithm != Algorithm.SLIDING_WINDOW_LOG && random.nextInt(3) == 0;
	}

	/**
	 * One policy, or some that replace each other under one name.
	 */
	List<RateLimitPolicy> next() {
		List<RateLimitPolicy> policies = new ArrayList<>();
		int count = (this.random.nextInt(3) == 0) ? 3 : 1;
		while (policies.size() < count) {
			try {
				policies.add(policy());
			}
			catch (IllegalArgumentException ex) {
				// The bucket would take too long to refill: try other numbers.
			}
		}
		if (count > 1 && this.random.nextBoolean()) {
			policies.set(0, policies.get(1).withLimits(withOtherPermits(policies.get(1).limits())));
		}
		return policies;
	}

	private RateLimitPolicy policy() {
		RateLimitPolicy.Builder builder = RateLimitPolicy.builder("twin")
			.algorithm(this.algorithm)
			.windowPhase(WindowPhase.ALIGNED);
		limits().forEach(builder::limit);
		if (this.algorithm == Algorithm.LEAKY_BUCKET) {
			builder.queue(this.random.nextBoolean() ? permits() : this.random.nextInt(4));
			builder.maxWait(micros(this.random.nextLong(1, 2 * WINDOWS[this.random.nextInt(WINDOWS.length)])));
		}
		if (this.algorithm == Algorithm.SLIDING_WINDOW_LOG) {
			builder.countRejected(this.random.nextInt(4) == 0);
			if (this.random.nextInt(4) == 0) {
				builder.minInterval(micros(this.random.nextLong(1, 7_000_000)));
			}
		}
		return builder.build();
	}

	private List<Limit> limits() {
		int count = (this.algorithm == Algorithm.LEAKY_BUCKET || this.random.nextBoolean()) ? 1
				: 1 + this.random.nextInt(3);
		TreeSet<Long> windows = new TreeSet<>();
		while (windows.size() < count) {
			windows.add(WINDOWS[this.random.nextInt(WINDOWS.length)]);
		}
		return windows.stream().map((window) -> limit(micros(window))).toList();
	}

	private Limit limit(Duration window) {
		Limit limit = Limit.of(permits(), window);
		boolean burst = this.algorithm == Algorithm.TOKEN_BUCKET && this.random.nextBoolean();
		return burst ? limit.withBurst(permits()) : limit;
	}

	private List<Limit> withOtherPermits(List<Limit> limits) {
		boolean burst = this.algorithm == Algorithm.TOKEN_BUCKET;
		return limits.stream().map((limit) -> {
			long permits = limit.permits() + this.random.nextInt(4);
			return new Limit(permits, limit.window(), burst ? limit.burst() : permits);
		}).toList();
	}

	private long permits() {
		return this.large ? this.random.nextLong(Limit.MAX_PERMITS / 1000, Limit.MAX_PERMITS) + 1
				: 1 + this.random.nextInt(12);
	}

	private static Duration micros(long micros) {
		return Duration.of(micros, ChronoUnit.MICROS);
	}

}
