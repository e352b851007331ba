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

/**
 * The state of a token bucket or leaky bucket: permits in use, which drain continuously
 * at {@code permits} per {@code window}. What is used is
 * {@code used + remainder / window} permits at {@code time}; the fraction is kept
 * exactly, so that polling, however often, never gains or loses anything.
 *
 * @param permits permits that drain per window, at least 1
 * @param window the window in microseconds
 * @param time the moment of the numbers below, microseconds since the epoch
 * @param used whole permits in use
 * @param remainder the fraction of a permit in use, 0 to {@code window - 1}
 */
public record Bucket(long permits, long window, long time, long used, long remainder) implements Level<Bucket> {

	private static final long MAX_WAIT = 6_311_520_000_000_000L;

	@Override
	public Bucket clamped(long now) {
		return (this.time <= now) ? this : new Bucket(this.permits, this.window, now, this.used, this.remainder);
	}

	@Override
	public Bucket settled(long now) {
		long elapsed = now - this.time;
		if (elapsed == 0) {
			return this;
		}
		if (ExactMath.compareProducts(elapsed, this.permits, this.used + 1, this.window) >= 0) {
			return new Bucket(this.permits, this.window, now, 0, 0);
		}
		return less(now, ExactMath.divideProduct(elapsed, this.permits, this.window),
				ExactMath.remainderOfProduct(elapsed, this.permits, this.window));
	}

	static Bucket of(Charge.Place place) {
		return new Bucket(place.permits(), place.window(), place.time(), place.used(), place.remainder());
	}

	Charge.Place place(long taken) {
		return new Charge.Place(this.permits, this.window, taken, this.time, this.used, this.remainder);
	}

	/**
	 * This bucket with less in use, never below nothing.
	 */
	Bucket less(long now, long whole, long fraction) {
		long used = this.used - whole;
		long remainder = this.remainder - fraction;
		if (remainder < 0) {
			remainder += this.window;
			used--;
		}
		return (used < 0) ? new Bucket(this.permits, this.window, now, 0, 0)
				: new Bucket(this.permits, this.window, now, used, remainder);
	}

	@Override
	public long used(long now) {
		return (this.remainder > 0) ? this.used + 1 : this.used;
	}

	@Override
	public long untilUsed(long target, long now) {
		return until(target, 0);
	}

	/**
	 * Time until at most {@code target + fraction / window} permits are in use, at most
	 * 200 years: more can only come of a limit that was lowered to nearly nothing.
	 */
	long until(long target, long fraction) {
		long excess = this.used - target;
		long difference = this.remainder - fraction;
		if (excess < 0 || (excess == 0 && difference <= 0)) {
			return 0;
		}
		if (ExactMath.compareProducts(excess, this.window, MAX_WAIT, this.permits) >= 0) {
			return MAX_WAIT;
		}
		long whole = ExactMath.divideProduct(excess, this.window, this.permits);
		long rest = ExactMath.remainderOfProduct(excess, this.window, this.permits) + difference;
		return whole - Math.floorDiv(-rest, this.permits);
	}

	@Override
	public Bucket plus(long permits) {
		return new Bucket(this.permits, this.window, this.time, this.used + permits, this.remainder);
	}

}
