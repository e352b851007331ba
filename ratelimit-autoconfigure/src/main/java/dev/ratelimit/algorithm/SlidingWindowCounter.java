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
 * A sliding window for the price of two counters: the default.
 * <p>
 * <b>Model.</b> Time is cut into slots of length W, as for the fixed window, but the slot
 * before the current one is remembered and counts by the share of it that a window ending
 * now still covers: {@code previous x (W - elapsed) / W}. A request passes iff
 * {@code previous x (W - elapsed) + (current + p) x W <= L x W}, compared exactly. The
 * formula assumes that the previous slot's requests came evenly; where they did not, the
 * count is off by a few per cent, in practice to either side.
 * <p>
 * <b>State.</b> Four numbers per limit: W, the start of the slot, the two counters.
 * <p>
 * <b>Example.</b> {@code 100/1m}. 50 requests in one slot; 6 s into the next they count
 * 50 x 54 / 60 = 45, so 55 more pass at that instant. {@code 1/10s}: a request at 0 s,
 * and the next passes not at 10 s, where the previous slot still counts whole, but at 20
 * s.
 * <p>
 * <b>Worst case.</b> By its own formula never more than L. Counted by the clock, up to
 * {@code 2 L - 1} in a half-open window, if the previous slot's requests all came at its
 * end. Below about ten permits it is stricter than written ({@code 5/1m} used at once
 * waits 72 s for the next): take the log there.
 * <p>
 * <b>Choose it</b> for public APIs and everything that has no reason for another: small,
 * cheap, no doubling at boundaries worth exploiting.
 * <p>
 * After the Cloudflare engineering article <em>How we built rate limiting capable of
 * scaling to millions of domains</em> (2017).
 *
 * @since 0.1.0
 */
public final class SlidingWindowCounter extends SlotAlgorithm<SlidingSlot> {

	SlidingWindowCounter(RateLimitPolicy policy) {
		super(policy);
	}

	@Override
	SlidingSlot fresh(int index, String key, long now) {
		return new SlidingSlot(window(index), start(index, key, now), 0, 0);
	}

}
