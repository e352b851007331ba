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

/**
 * The state of a sliding window counter: the current slot and the one before it.
 *
 * @param window length of a slot in microseconds
 * @param start start of the current slot, microseconds since the epoch
 * @param current permits taken in the current slot
 * @param previous permits taken in the slot before
 */
public record SlidingSlot(long window, long start, long current, long previous) implements Slot<SlidingSlot> {

	@Override
	public SlidingSlot clamped(long now) {
		return (this.start <= now) ? this : new SlidingSlot(this.window, startAt(now), this.current, this.previous);
	}

	@Override
	public SlidingSlot settled(long now) {
		if (left(now) > 0) {
			return this;
		}
		return new SlidingSlot(this.window, startAt(now), 0, (left(now) + this.window > 0) ? this.current : 0);
	}

	/**
	 * The previous slot counts by the share of it that the sliding window still covers.
	 */
	@Override
	public long used(long now) {
		return this.current + ExactMath.divideProductUp(this.previous, left(now), this.window);
	}

	@Override
	public long untilUsed(long target, long now) {
		if (used(now) <= target) {
			return 0;
		}
		long room = target - this.current;
		if (room >= 0) {
			return left(now) - ExactMath.divideProduct(room, this.window, this.previous);
		}
		return left(now) + this.window - ExactMath.divideProduct(target, this.window, this.current);
	}

	@Override
	public SlidingSlot plus(long permits) {
		return new SlidingSlot(this.window, this.start, this.current + permits, this.previous);
	}

	@Override
	public SlidingSlot minus(long permits) {
		return new SlidingSlot(this.window, this.start, Math.max(0, this.current - permits), this.previous);
	}

}
