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

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.ratelimit.Algorithm;
import org.jspecify.annotations.Nullable;

/**
 * A part of the keys behind one lock. Nothing under the lock blocks, so a virtual thread
 * that waits for it waits for a few hundred nanoseconds.
 */
final class Shard {

	private final int capacity;

	private final AtomicInteger total;

	private final Map<StateKey, Entry> entries = new HashMap<>();

	/**
	 * Create a shard.
	 * @param capacity most entries it keeps
	 * @param total counts the entries of all shards
	 */
	Shard(int capacity, AtomicInteger total) {
		this.capacity = capacity;
		this.total = total;
	}

	/**
	 * Change one entry, atomically.
	 * @param key whose entry
	 * @param now the moment of the change, read under the lock so that steps of one key
	 * are ordered as their times are
	 * @param change from the entry, if there is one, to what becomes of it; it is removed
	 * if nothing does
	 * @return what the change says
	 */
	synchronized <R> R update(StateKey key, Now now, Change<R> change) {
		long moment = now.micros();
		Entry before = this.entries.get(key);
		Changed<R> changed = change.apply(before, moment);
		Entry after = changed.entry();
		if (after == null) {
			remove(key);
		}
		else if (after != before) {
			if (before == null) {
				makeRoom(moment);
				this.total.incrementAndGet();
			}
			this.entries.put(key, after);
		}
		return changed.result();
	}

	/**
	 * Remove one entry, if there is one.
	 */
	synchronized void remove(StateKey key) {
		if (this.entries.remove(key) != null) {
			this.total.decrementAndGet();
		}
	}

	/**
	 * The keys of one policy.
	 */
	synchronized List<String> keys(String policy, Algorithm algorithm) {
		return this.entries.keySet()
			.stream()
			.filter((key) -> key.policy().equals(policy) && key.algorithm() == algorithm)
			.map(StateKey::key)
			.toList();
	}

	private void makeRoom(long now) {
		if (this.entries.size() < this.capacity) {
			return;
		}
		StateKey victim = null;
		Entry least = null;
		Iterator<Map.Entry<StateKey, Entry>> iterator = this.entries.entrySet().iterator();
		while (iterator.hasNext()) {
			Map.Entry<StateKey, Entry> candidate = iterator.next();
			if (candidate.getValue().isFresh(now)) {
				iterator.remove();
				this.total.decrementAndGet();
			}
			else if (least == null || candidate.getValue().isWorthLessThan(least)) {
				victim = candidate.getKey();
				least = candidate.getValue();
			}
		}
		if (this.entries.size() >= this.capacity && victim != null) {
			remove(victim);
		}
	}

	/** Tells the moment of a change. */
	interface Now {

		long micros();

	}

	/** A change of one entry. */
	interface Change<R> {

		Changed<R> apply(@Nullable Entry entry, long now);

	}

	/** An entry after a change, and what the change says. */
	record Changed<R>(@Nullable Entry entry, R result) {

	}

}
