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

import dev.ratelimit.Outcome;
import dev.ratelimit.algorithm.Ruling;

/**
 * What is kept of one key, and how much would be lost with it. Guarded by its shard.
 */
final class Entry {

	private final Object state;

	private final long freshAt;

	private final int thousandthsLeft;

	private final boolean refused;

	private Entry(Object state, long freshAt, int thousandthsLeft, boolean refused) {
		this.state = state;
		this.freshAt = freshAt;
		this.thousandthsLeft = thousandthsLeft;
		this.refused = refused;
	}

	static Entry of(Object state, Ruling ruling, long now) {
		long capacity = ruling.reading().capacity();
		int left = (int) (ruling.reading().remaining() * 1000 / capacity);
		return new Entry(state, now + ruling.lifetime(), left, ruling.outcome() == Outcome.REJECTED);
	}

	Entry withState(Object state) {
		return new Entry(state, this.freshAt, this.thousandthsLeft, this.refused);
	}

	Object state() {
		return this.state;
	}

	boolean isFresh(long now) {
		return this.freshAt <= now;
	}

	/**
	 * Whether this entry can be spared rather than another.
	 */
	boolean isWorthLessThan(Entry other) {
		if (this.refused != other.refused) {
			return other.refused;
		}
		if (this.thousandthsLeft != other.thousandthsLeft) {
			return this.thousandthsLeft > other.thousandthsLeft;
		}
		return this.freshAt < other.freshAt;
	}

}
