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

/**
 * Lets an idle caller burst and holds the long-run average.
 * <p>
 * <b>Model.</b> A bucket holds at most B tokens (the burst) and is refilled at L tokens
 * per window W, evenly, a fraction at every microsecond. A request takes p tokens or is
 * refused. We keep the mirror image: how much is <em>used</em>. It drains at L per W and
 * never below nothing; a request passes iff {@code used + p <= B}. A missing state is
 * then simply "nothing used", a debt is "more used than B", and a changed burst needs no
 * conversion at all.
 * <p>
 * <b>State.</b> Four numbers per limit: L, W, a moment, and what was used at it, as whole
 * permits and a remainder over W. The remainder is what makes the bucket exact: a caller
 * who polls a thousand times a second gains no rounding and loses none.
 * <p>
 * <b>Example.</b> {@code 3/7s}, burst 3. Three requests at 0 s empty the bucket; used is
 * 3. At 2 s 2 x 3 / 7 = 6/7 of a permit has drained: used is 2 + 1/7, and
 * {@code 2 1/7 + 1 <= 3} fails; one permit fits when used has come down to 2, a third of
 * a second later, at 7/3 s = 2.333334 s rounded up to the microsecond.
 * <p>
 * <b>Worst case.</b> In any half-open window at most {@code B + L} permits pass: the full
 * burst first, then what flows in meanwhile. With several limits each holds on its own.
 * <p>
 * <b>Choose it</b> for callers that come in bursts after idling (page loads, batch
 * clients, search as you type) where the average matters, and for costs per request. Not
 * where "at most L in any window" must hold to the letter: take the log.
 * <p>
 * The draining-meter form is that of J. Turner's leaky bucket as a meter (1986) and of
 * the Generic Cell Rate Algorithm of ITU-T I.371, which keeps the same quantity as a
 * time.
 *
 * @since 0.1.0
 */
public final class TokenBucket extends BucketAlgorithm {

	TokenBucket(RateLimitPolicy policy) {
		super(policy);
	}

	/**
	 * Gives back the permits of a charge that have not drained since, to the fraction:
	 * what has drained was regained already.
	 */
	@Override
	Bucket giveBack(Bucket level, long now, Charge.Place place) {
		if (level.permits() != place.permits()) {
			return level;
		}
		Bucket then = Bucket.of(place);
		Bucket left = (then.time() < now) ? then.settled(now) : then;
		if (left.used() == 0 && left.remainder() == 0) {
			return level;
		}
		return (left.used() >= place.taken()) ? level.settled(now).less(now, place.taken(), 0)
				: level.settled(now).less(now, left.used(), left.remainder());
	}

}
