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

package dev.ratelimit.redis;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.limiter.ClockDrift;
import dev.ratelimit.limiter.FailoverRateLimiter;
import dev.ratelimit.limiter.LiveInstances;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StorePulse;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.redis.limiter.RedisHeartbeat;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One instance of an application, as far as it shares limits: its own connection, its own
 * share, its own pulse.
 */
public final class Instance implements AutoCloseable {

	/** Longest time to wait for an answer. */
	public static final Duration DEADLINE = Duration.ofMillis(50);

	private final RedisStore store;

	private final LiveInstances instances = new LiveInstances(1);

	private final MemoryStore memory = new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, InstantSource.system(),
			Source.LOCAL);

	private final LocalShares shares = new LocalShares(this.memory, this.instances::get);

	private final StoreWatch watch = new StoreWatch(InstantSource.system(), List.of());

	private final StorePulse pulse;

	public Instance(int port, String prefix) {
		this(new LettuceConnectionFactory("127.0.0.1", port), prefix);
	}

	/**
	 * Start an instance.
	 * @param application the application's connection factory, of which only the settings
	 * are used
	 * @param prefix what the instances share
	 */
	public Instance(RedisConnectionFactory application, String prefix) {
		this.store = new RedisStore(application, prefix, DEADLINE);
		this.pulse = new StorePulse(new RedisHeartbeat(this.store), this.instances,
				new ClockDrift(InstantSource.system(), Duration.ofSeconds(1)), this.shares, this.watch);
		this.pulse.start();
	}

	public RateLimiter limiter(RateLimitPolicy policy) {
		return new FailoverRateLimiter(this.store.limiter(policy), this.shares, this.watch);
	}

	public int instances() {
		return this.instances.get();
	}

	/**
	 * Whether the store answers and has taken over all that was counted here.
	 */
	public boolean isSettled() {
		return this.watch.failure() == null && this.memory.size() == 0;
	}

	@Override
	public void close() {
		this.pulse.close();
		this.store.close();
	}

}
