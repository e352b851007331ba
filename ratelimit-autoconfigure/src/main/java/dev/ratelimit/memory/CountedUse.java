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

import java.util.List;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.algorithm.LimitAlgorithm;
import dev.ratelimit.algorithm.Step;
import dev.ratelimit.memory.Shard.Changed;

/**
 * What callers have used of one policy, for it to be handed over to another store. Obtain
 * one from {@link MemoryStore#use}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class CountedUse {

	private final RateLimitPolicy policy;

	private final LimitAlgorithm<Object> algorithm;

	private final MemoryStore store;

	@SuppressWarnings("unchecked")
	CountedUse(RateLimitPolicy policy, LimitAlgorithm<?> algorithm, MemoryStore store) {
		this.policy = policy;
		this.algorithm = (LimitAlgorithm<Object>) algorithm;
		this.store = store;
	}

	/**
	 * The keys that something is known of, even if that has drained by now.
	 * @return keys, in no order
	 */
	public List<String> keys() {
		return this.store.keys(this.policy);
	}

	/**
	 * What a key has in use.
	 * @param key whose limit
	 * @return permits, of several limits those of the one that has most in use; 0 if
	 * nothing is known of the key or all of it has drained
	 */
	public long of(String key) {
		StateKey stateKey = stateKey(key);
		return this.store.shard(stateKey)
			.update(stateKey, this.store::now, (entry, now) -> new Changed<>(entry,
					(entry != null) ? this.algorithm.used(entry.state(), now) : 0));
	}

	/**
	 * Forget what has been handed over, and the key with it unless more has come into use
	 * since.
	 * @param key whose limit
	 * @param permits what was handed over, at least 0
	 */
	public void settled(String key, long permits) {
		StateKey stateKey = stateKey(key);
		this.store.shard(stateKey).update(stateKey, this.store::now, (entry, now) -> {
			long more = (entry != null) ? this.algorithm.used(entry.state(), now) - permits : 0;
			if (more <= 0) {
				return new Changed<>(null, more);
			}
			Step<Object> step = this.algorithm.charge(null, key, now, more);
			return new Changed<>(Entry.of(step.state(), step.ruling(), now), more);
		});
	}

	private StateKey stateKey(String key) {
		return new StateKey(this.policy.name(), this.policy.algorithm(), key);
	}

}
