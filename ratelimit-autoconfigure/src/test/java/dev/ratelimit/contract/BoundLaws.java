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
import java.util.Random;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The most that can pass in any half-open window, on greedy random traces.
 */
interface BoundLaws extends Laws {

	@Test
	default void admissionsOfAnyWindowStayWithinTheBound() {
		overRandomTraffic((limiter, admitted) -> {
			for (Limit limit : limiter.policy().limits()) {
				long bound = bound(limiter.policy(), limit);
				assertThat(mostWithin(limit.windowMicros(), admitted)).as("admitted in %s", limit)
					.isLessThanOrEqualTo(bound);
			}
		});
	}

	@Test
	default void departuresOfAnyWindowStayWithinTheBound() {
		overRandomTraffic((limiter, admitted) -> {
			List<Admission> departed = admitted.stream().map(Admission::departure).toList();
			long largest = admitted.stream().mapToLong(Admission::permits).max().orElse(1);
			for (Limit limit : limiter.policy().limits()) {
				boolean queues = limiter.policy().algorithm() == Algorithm.LEAKY_BUCKET;
				long bound = queues ? limit.permits() + largest - 1 : bound(limiter.policy(), limit);
				assertThat(mostWithin(limit.windowMicros(), departed)).as("departed in %s", limit)
					.isLessThanOrEqualTo(bound);
			}
		});
	}

	private void overRandomTraffic(Check check) {
		for (RateLimitPolicy policy : Policies.all(world().algorithm())) {
			for (long seed = 0; seed < 2; seed++) {
				RateLimiter limiter = world().limiter(policy);
				String key = KEY + seed;
				List<Admission> admitted = traffic(limiter, key, seed);
				try {
					check.check(limiter, admitted);
				}
				catch (AssertionError ex) {
					throw new AssertionError("%s, seed %d: %s".formatted(policy, seed, ex.getMessage()), ex);
				}
			}
		}
	}

	/**
	 * Ask at random moments, and at the very moment that was promised, for singles (even
	 * seeds) or any number of permits (odd seeds).
	 */
	private List<Admission> traffic(RateLimiter limiter, String key, long seed) {
		Random random = new Random(seed);
		long window = limiter.policy().limits().get(0).windowMicros();
		List<Admission> admitted = new ArrayList<>();
		for (int i = 0; i < 80; i++) {
			long permits = (seed % 2 == 0) ? 1 : 1 + random.nextLong(limiter.policy().capacity());
			Decision decision = limiter.tryAcquire(key, permits);
			long now = world().clock().micros();
			if (decision.isPermitted()) {
				admitted.add(new Admission(now, permits, now + decision.delay().toNanos() / 1000));
			}
			else if (random.nextBoolean()) {
				world().clock().advanceMicros(World.retryAfter(decision));
			}
			else {
				world().clock().advanceMicros(random.nextLong(window / 2));
			}
		}
		return admitted;
	}

	private static long bound(RateLimitPolicy policy, Limit limit) {
		return switch (policy.algorithm()) {
			case TOKEN_BUCKET -> limit.burst() + limit.permits();
			case LEAKY_BUCKET -> policy.capacity() + limit.permits();
			case FIXED_WINDOW -> 2 * limit.permits();
			case SLIDING_WINDOW_LOG -> limit.permits();
			case SLIDING_WINDOW_COUNTER -> 2 * limit.permits() - 1;
		};
	}

	private static long mostWithin(long window, List<Admission> admissions) {
		return admissions.stream()
			.mapToLong((first) -> admissions.stream()
				.filter((any) -> any.time >= first.time && any.time < first.time + window)
				.mapToLong(Admission::permits)
				.sum())
			.max()
			.orElse(0);
	}

	/**
	 * Something that passed.
	 *
	 * @param time when, in microseconds
	 * @param permits how much
	 * @param leaves when it goes on after its delay
	 */
	record Admission(long time, long permits, long leaves) {

		Admission departure() {
			return new Admission(this.leaves, this.permits, this.leaves);
		}

	}

	/**
	 * What must hold of all that was admitted.
	 */
	@FunctionalInterface
	interface Check {

		void check(RateLimiter limiter, List<Admission> admitted);

	}

}
