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
import java.util.function.Consumer;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;

/**
 * A group of laws of the contract. Each test is a law; each law holds for every algorithm
 * and store.
 */
interface Laws {

	World world();

	/**
	 * Try a law on every policy, naming the policy that breaks it.
	 */
	default void forEach(List<RateLimitPolicy> policies, Consumer<RateLimiter> law) {
		for (RateLimitPolicy policy : policies) {
			try {
				law.accept(world().limiter(policy));
			}
			catch (AssertionError | RuntimeException ex) {
				throw new AssertionError("%s: %s".formatted(policy, ex.getMessage()), ex);
			}
		}
	}

	/**
	 * Try a law on every policy after different random traces, naming the policy and the
	 * seed that break it.
	 */
	default void forEachTrace(List<RateLimitPolicy> policies, int traces, TracedLaw law) {
		forEach(policies, (limiter) -> {
			for (long seed = 0; seed < traces; seed++) {
				Trace trace = Trace.random(seed, limiter.policy(), 4 + (int) seed * 5);
				try {
					law.check(limiter, trace);
				}
				catch (AssertionError | RuntimeException ex) {
					throw new AssertionError("%s: %s".formatted(trace, ex.getMessage()), ex);
				}
			}
		});
	}

	/**
	 * A law that speaks of a key with some history.
	 */
	@FunctionalInterface
	interface TracedLaw {

		void check(RateLimiter limiter, Trace trace);

	}

}
