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

package dev.ratelimit.contract;

/**
 * Usage counted in slots of time: fixed window and sliding window counter.
 *
 * @param permits the permits of the limit
 * @param window the length of a slot in microseconds
 * @param start when the current slot began
 * @param current what was taken in the slot that starts there
 * @param previous what was taken in the slot before
 * @param sliding whether the slot before still counts by its overlap
 */
record Slots(long permits, long window, long start, long current, long previous, boolean sliding) implements Usage {

	@Override
	public Slots clamped(long now) {
		return (this.start > now) ? startingAt(slotOf(now), this.current, this.previous) : this;
	}

	@Override
	public Fraction used(long now) {
		Slots slots = rolled(now);
		Fraction used = Fraction.of(slots.current);
		if (!this.sliding) {
			return used;
		}
		long overlap = this.window - (now - slots.start);
		return used.plus(Fraction.of(slots.previous).times(Fraction.of(overlap, this.window)));
	}

	@Override
	public Slots plus(long more, long now) {
		Slots slots = rolled(now);
		return startingAt(slots.start, slots.current + more, slots.previous);
	}

	/**
	 * This usage without what a charge took, as long as its slot is the current one.
	 */
	Slots without(long taken, Slots rightAfter, long now) {
		boolean current = rightAfter.start == this.start && slotOf(now) == this.start;
		return current ? startingAt(this.start, Math.max(0, this.current - taken), this.previous) : this;
	}

	private Slots rolled(long now) {
		long slot = slotOf(now);
		if (slot == this.start) {
			return this;
		}
		return startingAt(slot, 0, (slot == this.start + this.window) ? this.current : 0);
	}

	private long slotOf(long now) {
		return this.start + Math.floorDiv(now - this.start, this.window) * this.window;
	}

	private Slots startingAt(long slot, long current, long previous) {
		return new Slots(this.permits, this.window, slot, current, previous, this.sliding);
	}

}
