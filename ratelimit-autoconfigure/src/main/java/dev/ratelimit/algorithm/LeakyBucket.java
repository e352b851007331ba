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

import java.util.List;

import dev.ratelimit.Charge;
import dev.ratelimit.RateLimitPolicy;

/**
 * A first-in-first-out queue that is drained at a constant rate: what follows it sees
 * requests at even distances, however they arrived.
 * <p>
 * <b>Model.</b> The queue lets one permit go every W/L. A request that arrives takes the
 * next free places and leaves when the first of them is due; it is refused if more than
 * {@code queue} permits would wait, or if it would wait longer than {@code max-wait}. An
 * empty queue lets a request go at once.
 * <p>
 * <b>State.</b> That of a token bucket: what is <em>used</em>, draining at L per W. Its
 * tail, the moment at which the queue runs empty, is {@code time + used x W / L},
 * exactly; a request's delay is the tail it found minus now. p permits pass iff
 * {@code used + p - 1 <= min(queue, max-wait x L / W)}, compared as fractions: the last
 * of its permits is the one that waits longest. Both bounds together are one number here,
 * the <em>horizon</em>, whole permits and a remainder over W.
 * <p>
 * <b>Example.</b> {@code 2/1s}, queue 3, max-wait 5 s. Five requests at 0 s: they leave
 * at 0, 0.5, 1.0 and 1.5 s; the fifth is refused, for 4 + 1 - 1 = 4 is more than the
 * queue, and may retry after 0.5 s, when the second has left.
 * <p>
 * <b>Worst case.</b> At most {@code L + p_max - 1} permits <em>leave</em> in any
 * half-open window (L where requests take one each); admissions, which run ahead of
 * departures, are at most capacity + L.
 * <p>
 * <b>Choose it</b> in front of what hates bursts: a database, a printer, a partner's API
 * with a strict pace. It costs the caller time instead of a refusal, so never put it in
 * front of what an attacker may fill.
 * <p>
 * The queue form of the leaky bucket after A. Tanenbaum, <em>Computer Networks</em>.
 *
 * @since 0.1.0
 */
public final class LeakyBucket extends BucketAlgorithm {

	private final Horizon horizon;

	LeakyBucket(RateLimitPolicy policy) {
		super(policy);
		this.horizon = Horizon.of(policy);
	}

	@Override
	long remaining(int index, Standing<Bucket> standing, long now) {
		Bucket exact = standing.exact();
		return (exact != null) ? this.horizon.room(exact) : super.remaining(index, standing, now);
	}

	@Override
	long untilFits(int index, Standing<Bucket> standing, long now, long permits) {
		Bucket exact = standing.exact();
		return (exact != null) ? exact.until(this.horizon.whole() + 1 - permits, this.horizon.remainder())
				: super.untilFits(index, standing, now, permits);
	}

	@Override
	long delay(List<Bucket> after, long now, long permits) {
		return after.get(0).until(permits, 0);
	}

	/**
	 * Reopens the places only while they are the last in the queue: others behind them
	 * have been told when to leave.
	 */
	@Override
	Bucket giveBack(Bucket level, long now, Charge.Place place) {
		return level.equals(Bucket.of(place)) ? level.less(level.time(), place.taken(), 0) : level;
	}

}
