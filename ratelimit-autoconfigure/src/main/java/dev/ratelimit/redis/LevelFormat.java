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

import dev.ratelimit.algorithm.Bucket;
import dev.ratelimit.algorithm.FixedSlot;
import dev.ratelimit.algorithm.SlidingSlot;

/**
 * How a level is written: its numbers in the order that the script names them.
 *
 * @param <L> the kind of level
 * @param width how many numbers a level has
 * @param factory makes a level of the numbers from an offset on
 */
record LevelFormat<L>(int width, Factory<L> factory) {

	static final LevelFormat<Bucket> BUCKET = new LevelFormat<>(5,
			(r, i) -> new Bucket(r.number(i), r.number(i + 1), r.number(i + 2), r.number(i + 3), r.number(i + 4)));

	static final LevelFormat<FixedSlot> FIXED_SLOT = new LevelFormat<>(3,
			(r, i) -> new FixedSlot(r.number(i), r.number(i + 1), r.number(i + 2)));

	static final LevelFormat<SlidingSlot> SLIDING_SLOT = new LevelFormat<>(4,
			(r, i) -> new SlidingSlot(r.number(i), r.number(i + 1), r.number(i + 2), r.number(i + 3)));

	/** Makes a level of the numbers of a reply. */
	interface Factory<L> {

		L create(ScriptReply reply, int offset);

	}

}
