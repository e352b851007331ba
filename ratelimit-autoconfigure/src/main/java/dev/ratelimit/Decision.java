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

package dev.ratelimit;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A limiter's answer for one policy, key and request. Immutable, but for the memory of
 * its charge.
 *
 * @param outcome what became of the request
 * @param reason why it is not a plain "allowed"
 * @param source where it was decided
 * @param reading what the tightest limit shows after the decision; absent when nobody
 * knows
 * @param retryAfter time until the same request would pass if nobody else comes (for a
 * look: until one permit would), exact to the microsecond and rounded up; absent if it
 * would pass now, never passes, or nobody knows
 * @param delay how long an admitted request must wait before it goes on, rounded up to
 * the microsecond; zero unless the outcome is {@link Outcome#DELAYED}
 * @param charge what was taken; absent if nothing was
 * @since 0.1.0
 */
public record Decision(Outcome outcome, Reason reason, Source source, @Nullable Reading reading,
		@Nullable Duration retryAfter, Duration delay, @Nullable Charge charge) {

	public Decision {
		Objects.requireNonNull(outcome, "outcome must not be null");
		Objects.requireNonNull(reason, "reason must not be null");
		Objects.requireNonNull(source, "source must not be null");
		Objects.requireNonNull(delay, "delay must not be null");
		if (delay.isNegative() || delay.isZero() == (outcome == Outcome.DELAYED)) {
			throw new IllegalArgumentException(
					"delay must be positive exactly when delayed, not %s for %s".formatted(delay, outcome));
		}
		if (charge != null && !outcome.isPermitted()) {
			throw new IllegalArgumentException("a refused request must not hold a charge");
		}
	}

	/**
	 * A refusal without a reading: nothing was asked of the store.
	 * @param reason why the request is refused
	 * @param source where it was decided
	 * @return the decision
	 */
	public static Decision rejected(Reason reason, Source source) {
		return new Decision(Outcome.REJECTED, reason, source, null, null, Duration.ZERO, null);
	}

	/**
	 * The answer of a policy whose store gave none.
	 * @param outcome {@link Outcome#FAILED_OPEN} or {@link Outcome#FAILED_CLOSED}
	 * @return the decision
	 */
	public static Decision failed(Outcome outcome) {
		return new Decision(outcome, Reason.STORE, Source.LOCAL, null, null, Duration.ZERO, null);
	}

	/**
	 * Whether the request may go on, now or after its delay.
	 * @return {@code true} unless it is refused
	 */
	public boolean isPermitted() {
		return this.outcome.isPermitted();
	}

	/**
	 * The same decision as made elsewhere.
	 * @param source where it was made
	 * @return a decision with the given source and the same charge
	 */
	public Decision withSource(Source source) {
		return new Decision(this.outcome, this.reason, source, this.reading, this.retryAfter, this.delay, this.charge);
	}

}
