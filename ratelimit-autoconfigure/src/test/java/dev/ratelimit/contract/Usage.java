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
 * How much of one limit is used, by the numbers that were in force when it was written.
 * Immutable.
 */
interface Usage {

	/** No limit of the suite takes longer than this to be fresh again. */
	long FOREVER = 1L << 62;

	long permits();

	long window();

	/**
	 * The usage after the clock was seen at {@code now}: what lies in its future is moved
	 * to {@code now}.
	 */
	Usage clamped(long now);

	/**
	 * What is in use at a moment not before the last write. Without new requests it never
	 * grows.
	 */
	Fraction used(long now);

	/**
	 * The usage brought forward to {@code now} with so many more permits in use.
	 */
	Usage plus(long more, long now);

	/**
	 * The first microsecond at which no more than {@code level} is in use, found by
	 * trying rather than by solving.
	 */
	default long firstTimeAtMost(Fraction level, long now) {
		if (used(now).isAtMost(level)) {
			return now;
		}
		long step = 1;
		while (!used(now + step).isAtMost(level)) {
			step *= 2;
			if (step >= FOREVER) {
				throw new IllegalStateException(this + " never falls to " + level);
			}
		}
		long tooEarly = now + step / 2;
		long lateEnough = now + step;
		while (lateEnough - tooEarly > 1) {
			long middle = tooEarly + (lateEnough - tooEarly) / 2;
			if (used(middle).isAtMost(level)) {
				lateEnough = middle;
			}
			else {
				tooEarly = middle;
			}
		}
		return lateEnough;
	}

}
