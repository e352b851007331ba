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

package dev.ratelimit.algorithm;

import dev.ratelimit.Charge;
import dev.ratelimit.RateLimitPolicy;
import org.jspecify.annotations.Nullable;

/**
 * One policy's way of counting, as pure functions from a key's state and a moment to the
 * next state. No clock, no store, no I/O: whoever holds the state makes the step atomic.
 * Times are microseconds since the epoch. Stateless and thread-safe.
 *
 * @param <S> everything that is remembered of one key; {@code null} stands for a fresh
 * key
 * @since 0.1.0
 */
public sealed interface LimitAlgorithm<S> permits LevelAlgorithm, SlidingWindowLog {

	/**
	 * Take permits if every limit has room, else nothing.
	 * @param state the key's state
	 * @param key the key, from which per-key slot boundaries follow
	 * @param now the moment of the step
	 * @param permits 0 (a look) to the policy's capacity
	 * @return the step
	 */
	Step<S> tryAcquire(@Nullable S state, String key, long now, long permits);

	/**
	 * Take permits without asking, up to twice each limit's capacity.
	 * @param state the key's state
	 * @param key the key
	 * @param now the moment of the step
	 * @param permits at least 0
	 * @return the step
	 */
	Step<S> charge(@Nullable S state, String key, long now, long permits);

	/**
	 * Give back what a charge took, as far as it has not drained, expired or been
	 * overtaken by a change of limits.
	 * @param state the key's state
	 * @param now the moment of the step
	 * @param charge what was taken
	 * @return the state after the step; the very same object if nothing changed
	 */
	S release(S state, long now, Charge charge);

	/**
	 * What a key has in use: what would have to be charged elsewhere for that to know of
	 * it.
	 * @param state the key's state
	 * @param now the moment
	 * @return permits, rounded up; of several limits, those of the one that has most
	 */
	long used(S state, long now);

	/**
	 * The algorithm that a policy asks for.
	 * @param policy the policy
	 * @return its algorithm
	 */
	static LimitAlgorithm<?> of(RateLimitPolicy policy) {
		return switch (policy.algorithm()) {
			case TOKEN_BUCKET -> new TokenBucket(policy);
			case LEAKY_BUCKET -> new LeakyBucket(policy);
			case FIXED_WINDOW -> new FixedWindow(policy);
			case SLIDING_WINDOW_LOG -> new SlidingWindowLog(policy);
			case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounter(policy);
		};
	}

}
