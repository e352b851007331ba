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

package dev.ratelimit.limiter;

import java.math.BigInteger;
import java.util.List;
import java.util.function.IntSupplier;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.CountedUse;
import dev.ratelimit.memory.MemoryStore;

/**
 * Applies a policy on this instance alone: its share of every limit, the limit divided by
 * the number of live instances, rounded down, but at least 1. So all instances together
 * admit no more than the limit, unless there are more instances than permits. Bursts and
 * queues are divided alike. Thread-safe.
 */
final class LocalLimiter {

	private final RateLimitPolicy policy;

	private final MemoryStore memory;

	private final IntSupplier instances;

	private final CountedUse use;

	private volatile Share share;

	/**
	 * Create the limiter.
	 * @param policy the whole policy
	 * @param memory keeps what is counted
	 * @param instances how many instances share the limits, asked at every call
	 */
	LocalLimiter(RateLimitPolicy policy, MemoryStore memory, IntSupplier instances) {
		this.policy = policy;
		this.memory = memory;
		this.instances = instances;
		this.use = memory.use(policy);
		this.share = share(1);
	}

	private Share share(int instances) {
		return new Share(instances, this.memory.limiter(share(this.policy, instances)));
	}

	/**
	 * An instance's share of a policy.
	 * @param policy the whole policy
	 * @param instances how many instances share it, at least 1
	 * @return the policy with its limits, bursts and queue divided
	 */
	static RateLimitPolicy share(RateLimitPolicy policy, int instances) {
		List<Limit> limits = policy.limits().stream().map((limit) -> share(limit, instances)).toList();
		return new RateLimitPolicy(policy.name(), policy.algorithm(), limits, policy.queue() / instances,
				policy.maxWait(), policy.windowPhase(), policy.countRejected(), policy.minInterval(),
				policy.failureMode());
	}

	private static Limit share(Limit limit, int instances) {
		if (limit.permits() == 0) {
			return limit;
		}
		long permits = Math.max(1, limit.permits() / instances);
		long burst = Math.min(limit.burst() / instances, inProportion(limit, permits));
		return new Limit(permits, limit.window(), Math.max(1, burst));
	}

	/**
	 * The burst that refills in the time in which the whole one does. Permits lose more
	 * than bursts when both are rounded down, and the refill would take longer.
	 */
	private static long inProportion(Limit limit, long permits) {
		return BigInteger.valueOf(limit.burst())
			.multiply(BigInteger.valueOf(permits))
			.divide(BigInteger.valueOf(limit.permits()))
			.longValueExact();
	}

	/**
	 * The limiter of the share as it is now.
	 */
	private RateLimiter limiter() {
		int instances = Math.max(1, this.instances.getAsInt());
		Share share = this.share;
		if (share.instances() != instances) {
			share = share(instances);
			this.share = share;
		}
		return share.limiter();
	}

	Decision tryAcquire(String key, long permits) {
		return limiter().tryAcquire(key, permits);
	}

	Decision charge(String key, long permits) {
		return limiter().charge(key, permits).toCompletableFuture().join();
	}

	void release(Charge charge) {
		limiter().release(charge);
	}

	void reset(String key) {
		limiter().reset(key);
	}

	/**
	 * What is counted here and may have to be handed over.
	 */
	CountedUse use() {
		return this.use;
	}

	/**
	 * The limiter of a share.
	 */
	private record Share(int instances, RateLimiter limiter) {

	}

}
