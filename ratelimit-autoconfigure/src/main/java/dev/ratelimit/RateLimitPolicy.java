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

package dev.ratelimit;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A named rule: how to count, how much is allowed, and what to do when nobody can tell.
 * Whose limit it is (the key) and which requests it applies to (the routes) is said
 * elsewhere. Immutable; built with {@link #builder(String)}.
 *
 * @param name {@code [a-z][a-z0-9-]{0,39}}, part of every stored key
 * @param algorithm how permits are counted
 * @param limits one limit or more, of different windows, sorted by window; the leaky
 * bucket has exactly one
 * @param queue leaky bucket: how many permits may wait, 0 to 10<sup>12</sup>; else 0
 * @param maxWait leaky bucket: longest wait in the queue, 0 to 366 d; else zero
 * @param windowPhase fixed window and sliding window counter: where slots begin
 * @param countRejected sliding window log: whether a rejected attempt leaves its marks
 * too
 * @param minInterval sliding window log: shortest time between two requests, at most the
 * longest window; absent if there is none
 * @param failureMode what to do when the store gives no answer
 * @since 0.1.0
 */
public record RateLimitPolicy(String name, Algorithm algorithm, List<Limit> limits, long queue, Duration maxWait,
		WindowPhase windowPhase, boolean countRejected, @Nullable Duration minInterval, FailureMode failureMode) {

	/** Most permits a sliding window log may keep marks for. */
	public static final long MAX_LOG_PERMITS = 1_000_000;

	public RateLimitPolicy {
		Objects.requireNonNull(algorithm, "algorithm must not be null");
		Objects.requireNonNull(maxWait, "maxWait must not be null");
		Objects.requireNonNull(windowPhase, "windowPhase must not be null");
		Objects.requireNonNull(failureMode, "failureMode must not be null");
		limits = limits.stream().sorted(Comparator.comparing(Limit::window)).toList();
		List<String> problems = PolicyChecks.problems(name, algorithm, limits, queue, maxWait, countRejected,
				minInterval);
		if (!problems.isEmpty()) {
			throw new IllegalArgumentException(String.join("; ", problems));
		}
	}

	/**
	 * Start a policy with the sliding window counter, per-key slots and failure mode
	 * {@code LOCAL}.
	 * @param name {@code [a-z][a-z0-9-]{0,39}}
	 * @return a builder that still needs at least one limit
	 */
	public static Builder builder(String name) {
		return new Builder(name);
	}

	/**
	 * Most permits a fresh key is granted at one instant: the least of the limits'
	 * capacities.
	 * @return the capacity, at least 0
	 */
	public long capacity() {
		return this.limits.stream().mapToLong(this::capacity).min().orElseThrow();
	}

	/**
	 * Most permits a fresh key is granted at one instant under one limit: the burst of a
	 * token bucket, the permits of a window, and for the leaky bucket all that may wait
	 * plus the one that leaves at once.
	 * @param limit one of this policy's limits
	 * @return the capacity, at least 0
	 */
	public long capacity(Limit limit) {
		return switch (this.algorithm) {
			case TOKEN_BUCKET -> limit.burst();
			case LEAKY_BUCKET ->
				(limit.permits() == 0) ? 0 : waiting(limit).min(BigInteger.valueOf(this.queue)).longValueExact() + 1;
			case FIXED_WINDOW, SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER -> limit.permits();
		};
	}

	private BigInteger waiting(Limit limit) {
		return BigInteger.valueOf(Limit.micros(this.maxWait))
			.multiply(BigInteger.valueOf(limit.permits()))
			.divide(BigInteger.valueOf(limit.windowMicros()));
	}

	/**
	 * This policy with other limits, all else kept.
	 * @param limits the new limits
	 * @return a new policy
	 */
	public RateLimitPolicy withLimits(List<Limit> limits) {
		return new RateLimitPolicy(this.name, this.algorithm, limits, this.queue, this.maxWait, this.windowPhase,
				this.countRejected, this.minInterval, this.failureMode);
	}

	/**
	 * Builds a {@link RateLimitPolicy}. Not thread-safe.
	 */
	public static final class Builder {

		/** Longest wait in a leaky bucket's queue unless said otherwise. */
		public static final Duration DEFAULT_MAX_WAIT = Duration.ofSeconds(5);

		private final String name;

		private final List<Limit> limits = new ArrayList<>();

		private Algorithm algorithm = Algorithm.SLIDING_WINDOW_COUNTER;

		private @Nullable Long queue;

		private @Nullable Duration maxWait;

		private WindowPhase windowPhase = WindowPhase.PER_KEY;

		private boolean countRejected;

		private @Nullable Duration minInterval;

		private FailureMode failureMode = FailureMode.LOCAL;

		private Builder(String name) {
			this.name = Objects.requireNonNull(name, "name must not be null");
		}

		/**
		 * Choose how permits are counted.
		 * @param algorithm the algorithm
		 * @return this
		 */
		public Builder algorithm(Algorithm algorithm) {
			this.algorithm = algorithm;
			return this;
		}

		/**
		 * Add limits in the form that {@link Limit#parse(String)} reads.
		 * @param limits for example {@code 20/1s}
		 * @return this
		 */
		public Builder limits(String... limits) {
			for (String limit : limits) {
				this.limits.add(Limit.parse(limit));
			}
			return this;
		}

		/**
		 * Add a limit.
		 * @param limit the limit
		 * @return this
		 */
		public Builder limit(Limit limit) {
			this.limits.add(limit);
			return this;
		}

		/**
		 * Set how many permits may wait in a leaky bucket.
		 * @param queue 0 to 10<sup>12</sup>; default the limit's permits
		 * @return this
		 */
		public Builder queue(long queue) {
			this.queue = queue;
			return this;
		}

		/**
		 * Set the longest wait in a leaky bucket.
		 * @param maxWait 0 to 366 d; default 5 s
		 * @return this
		 */
		public Builder maxWait(Duration maxWait) {
			this.maxWait = maxWait;
			return this;
		}

		/**
		 * Set where slots begin.
		 * @param windowPhase the phase
		 * @return this
		 */
		public Builder windowPhase(WindowPhase windowPhase) {
			this.windowPhase = windowPhase;
			return this;
		}

		/**
		 * Set whether rejected attempts leave marks in a sliding window log too.
		 * @param countRejected whether they count
		 * @return this
		 */
		public Builder countRejected(boolean countRejected) {
			this.countRejected = countRejected;
			return this;
		}

		/**
		 * Set the shortest time between two requests of a sliding window log.
		 * @param minInterval 1 µs to the longest window
		 * @return this
		 */
		public Builder minInterval(Duration minInterval) {
			this.minInterval = minInterval;
			return this;
		}

		/**
		 * Set what to do when the store gives no answer.
		 * @param failureMode the failure mode
		 * @return this
		 */
		public Builder failureMode(FailureMode failureMode) {
			this.failureMode = failureMode;
			return this;
		}

		/**
		 * What {@link #build()} would complain about: what is missing, out of bounds, or
		 * has no meaning for the algorithm.
		 * @return one sentence for each, that begins with the name of what is wrong;
		 * empty if the policy can be built
		 */
		public List<String> problems() {
			return PolicyChecks.problems(this.name, this.algorithm,
					this.limits.stream().sorted(Comparator.comparing(Limit::window)).toList(), actualQueue(),
					actualMaxWait(), this.countRejected, this.minInterval);
		}

		/**
		 * Build the policy.
		 * @return the policy
		 * @throws IllegalArgumentException if there are {@link #problems()}, with all of
		 * them in its message
		 */
		public RateLimitPolicy build() {
			return new RateLimitPolicy(this.name, this.algorithm, this.limits, actualQueue(), actualMaxWait(),
					this.windowPhase, this.countRejected, this.minInterval, this.failureMode);
		}

		private long actualQueue() {
			if (this.queue != null) {
				return this.queue;
			}
			return (this.algorithm == Algorithm.LEAKY_BUCKET && !this.limits.isEmpty()) ? this.limits.get(0).permits()
					: 0;
		}

		private Duration actualMaxWait() {
			if (this.maxWait != null) {
				return this.maxWait;
			}
			return (this.algorithm == Algorithm.LEAKY_BUCKET) ? DEFAULT_MAX_WAIT : Duration.ZERO;
		}

	}

}
