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

package dev.ratelimit.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.algorithm.LimitAlgorithm;

/**
 * Keeps what callers have used in this process: for a single instance, for tests, and as
 * the fallback while Redis does not answer. One class serves all algorithms. Thread-safe.
 * <p>
 * The number of keys is bounded, so that a flood of invented keys cannot exhaust the
 * heap. When there is no place for a new key, the one goes that knows least: first keys
 * that are fresh again, then those with most of their limit left, and last those that
 * were refused. So the flood frees no client that is over its limit, and shuts no new
 * client out.
 *
 * @since 0.1.0
 */
public final class MemoryStore implements RateLimitStore {

	/** Number of keys kept unless said otherwise. */
	public static final int DEFAULT_MAX_KEYS = 100_000;

	/** Keys that one shard is meant to hold: few enough to be looked through at once. */
	private static final int SHARD_SIZE = 64;

	private final InstantSource clock;

	private final Source source;

	private final KeyedHash hash = new KeyedHash();

	private final AtomicInteger size = new AtomicInteger();

	private final Shard[] shards;

	/**
	 * Create a store.
	 * @param maxKeys most keys to keep, at least 1, over all policies
	 * @param clock the clock; only it decides what time it is
	 */
	public MemoryStore(int maxKeys, InstantSource clock) {
		this(maxKeys, clock, Source.STORE);
	}

	/**
	 * Create a store whose decisions are marked with a source.
	 * @param maxKeys most keys to keep, at least 1, over all policies
	 * @param clock the clock; only it decides what time it is
	 * @param source {@link Source#LOCAL} when it stands in for another store
	 */
	public MemoryStore(int maxKeys, InstantSource clock, Source source) {
		if (maxKeys < 1) {
			throw new IllegalArgumentException("max-keys must be at least 1, not " + maxKeys);
		}
		this.clock = clock;
		this.source = source;
		int count = Integer.highestOneBit(Math.max(1, maxKeys / SHARD_SIZE));
		this.shards = new Shard[count];
		for (int i = 0; i < count; i++) {
			this.shards[i] = new Shard(maxKeys / count, this.size);
		}
	}

	@Override
	public RateLimiter limiter(RateLimitPolicy policy) {
		return new MemoryRateLimiter<>(policy, LimitAlgorithm.of(policy), this, this.source);
	}

	/**
	 * How many keys are kept now, over all policies.
	 * @return the number of keys, at most the configured maximum
	 */
	public int size() {
		return this.size.get();
	}

	/**
	 * What callers have used of a policy, for it to be handed over to another store.
	 * @param policy the policy that was applied, under whatever limits
	 * @return a view of this store
	 */
	public CountedUse use(RateLimitPolicy policy) {
		return new CountedUse(policy, LimitAlgorithm.of(policy), this);
	}

	List<String> keys(RateLimitPolicy policy) {
		List<String> keys = new ArrayList<>();
		for (Shard shard : this.shards) {
			keys.addAll(shard.keys(policy.name(), policy.algorithm()));
		}
		return keys;
	}

	Shard shard(StateKey key) {
		return this.shards[this.hash.of(key.key()) & (this.shards.length - 1)];
	}

	long now() {
		Instant now = this.clock.instant();
		return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
	}

}
