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
 * The state of a fixed window.
 *
 * @param window length of a slot in microseconds
 * @param start start of the slot, microseconds since the epoch
 * @param current permits taken in the slot
 */
public record FixedSlot(long window, long start, long current) implements Slot<FixedSlot> {

	@Override
	public FixedSlot clamped(long now) {
		return (this.start <= now) ? this : new FixedSlot(this.window, startAt(now), this.current);
	}

	@Override
	public FixedSlot settled(long now) {
		return (left(now) > 0) ? this : new FixedSlot(this.window, startAt(now), 0);
	}

	@Override
	public long used(long now) {
		return this.current;
	}

	@Override
	public long untilUsed(long target, long now) {
		return (this.current <= target) ? 0 : left(now);
	}

	@Override
	public FixedSlot plus(long permits) {
		return new FixedSlot(this.window, this.start, this.current + permits);
	}

	@Override
	public FixedSlot minus(long permits) {
		return new FixedSlot(this.window, this.start, Math.max(0, this.current - permits));
	}

}
