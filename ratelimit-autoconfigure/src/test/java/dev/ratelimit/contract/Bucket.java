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
 * Usage that drains steadily: token bucket and leaky bucket.
 *
 * @param permits how many permits drain in one window
 * @param window the window in microseconds
 * @param time when {@code used} was in use
 * @param used permits in use
 */
record Bucket(long permits, long window, long time, Fraction used) implements Usage {

	@Override
	public Bucket clamped(long now) {
		return (this.time > now) ? new Bucket(this.permits, this.window, now, this.used) : this;
	}

	@Override
	public Fraction used(long now) {
		return this.used.minus(drainedSince(this.time, now)).max(Fraction.ZERO);
	}

	@Override
	public Bucket plus(long more, long now) {
		return new Bucket(this.permits, this.window, now, used(now).plus(Fraction.of(more)));
	}

	/**
	 * This usage without what a charge still has in it, if everything drained in the
	 * order of arrival.
	 */
	Bucket without(long taken, Bucket rightAfter, long now) {
		Fraction left = rightAfter.used.minus(drainedSince(rightAfter.time, now)).max(Fraction.ZERO);
		Fraction rest = used(now).minus(left.min(Fraction.of(taken))).max(Fraction.ZERO);
		return new Bucket(this.permits, this.window, now, rest);
	}

	/**
	 * This usage as it was before its last charge, or as it is if that charge was not the
	 * last.
	 */
	Bucket reopened(long taken, Bucket rightAfter) {
		boolean last = this.time == rightAfter.time && this.used.compareTo(rightAfter.used) == 0;
		return last ? new Bucket(this.permits, this.window, this.time, this.used.minus(Fraction.of(taken))) : this;
	}

	/**
	 * How long it takes to drain so much, rounded up.
	 */
	long timeFor(Fraction amount) {
		return amount.times(Fraction.of(this.window, this.permits)).ceil();
	}

	private Fraction drainedSince(long since, long now) {
		return Fraction.of(Math.max(0, now - since)).times(Fraction.of(this.permits, this.window));
	}

}
