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

import dev.ratelimit.RateLimitPolicy;

/**
 * One counter per slot of time: the cheapest limiter there is.
 * <p>
 * <b>Model.</b> Time is cut into slots of length W; a request passes iff what was taken
 * in the current slot plus p is at most L. At the end of a slot all is forgotten. Where
 * slots begin is the policy's phase: a stable hash of the key, so that callers do not all
 * come back at one instant, or aligned to the epoch. Traffic never moves a boundary.
 * <p>
 * <b>State.</b> Three numbers per limit: W, the start of the slot, what was taken in it.
 * <p>
 * <b>Example.</b> {@code 60/1m}, aligned. 60 requests at 0:59.9 and 60 more at 1:00.0 all
 * pass; the 61st of the second slot is told to come back in 60 s.
 * <p>
 * <b>Worst case.</b> Just that: up to {@code 2 L} in a half-open window that spans a
 * boundary.
 * <p>
 * <b>Choose it</b> for statistics, internal traffic and coarse caps, where twice the
 * limit for a moment is harmless. Never alone in front of anything sensitive: whoever
 * knows the boundary doubles his guesses there.
 *
 * @since 0.1.0
 */
public final class FixedWindow extends SlotAlgorithm<FixedSlot> {

	FixedWindow(RateLimitPolicy policy) {
		super(policy);
	}

	@Override
	FixedSlot fresh(int index, String key, long now) {
		return new FixedSlot(window(index), start(index, key, now), 0);
	}

}
