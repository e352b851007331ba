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
import dev.ratelimit.WindowPhase;

/**
 * What the two algorithms that count in slots have in common: where slots begin, and that
 * a charge can be given back only while its slot is the current one.
 *
 * @param <S> the kind of slot
 */
public abstract sealed class SlotAlgorithm<S extends Slot<S>> extends LevelAlgorithm<S>
		permits FixedWindow, SlidingWindowCounter {

	private final WindowPhase windowPhase;

	SlotAlgorithm(RateLimitPolicy policy) {
		super(policy);
		this.windowPhase = policy.windowPhase();
	}

	/**
	 * Offset of a key's slot boundaries for one of the policy's limits.
	 * @param index index of the limit
	 * @param key the key
	 * @return 0 to the window minus 1, in microseconds
	 */
	@Override
	public long phase(int index, String key) {
		return (this.windowPhase == WindowPhase.ALIGNED) ? 0 : SlotPhase.of(key, window(index));
	}

	long start(int index, String key, long now) {
		return now - Math.floorMod(now - phase(index, key), window(index));
	}

	@Override
	boolean isCountedUnder(int index, S level, String key) {
		return Math.floorMod(level.start() - phase(index, key), window(index)) == 0;
	}

	@Override
	public Charge.Place place(int index, S level, long taken) {
		return new Charge.Place(limit(index).permits(), level.window(), taken, level.start(), 0, 0);
	}

	@Override
	S giveBack(S level, long now, Charge.Place place) {
		boolean current = level.start() == place.time() && level.left(now) > 0;
		return (current && place.taken() > 0) ? level.minus(place.taken()) : level;
	}

}
