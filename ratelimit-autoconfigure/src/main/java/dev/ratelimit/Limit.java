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

/**
 * At most {@code permits} per {@code window}. Immutable.
 *
 * @param permits how many permits fit into one window, 0 to 10<sup>12</sup>; 0 refuses
 * everything
 * @param window length of the window, 1 ms to 366 d, in whole microseconds
 * @param burst how many permits a token bucket hands out at one instant, 1 to
 * 10<sup>12</sup> (0 if {@code permits} is 0); equals {@code permits} unless said
 * otherwise, and has no meaning for the other algorithms
 * @since 0.1.0
 */
public record Limit(long permits, Duration window, long burst) {

	/** Largest number of permits, burst and queue places that a policy may name. */
	public static final long MAX_PERMITS = 1_000_000_000_000L;

	/** Shortest window. */
	public static final Duration MIN_WINDOW = Duration.ofMillis(1);

	/** Longest window. */
	public static final Duration MAX_WINDOW = Duration.ofDays(366);

	/**
	 * Longest time that a drained token bucket may take to refill: beyond it the numbers
	 * would leave the range in which Redis computes exactly.
	 */
	static final Duration MAX_REFILL = Duration.ofDays(36_600);

	public Limit {
		Objects.requireNonNull(window, "window must not be null");
		if (permits < 0 || permits > MAX_PERMITS) {
			throw new IllegalArgumentException("permits must be 0 to 10^12, not " + permits);
		}
		if (window.compareTo(MIN_WINDOW) < 0 || window.compareTo(MAX_WINDOW) > 0) {
			throw new IllegalArgumentException("window must be 1ms to 366d, not " + DurationText.of(window));
		}
		if (window.toNanos() % 1000 != 0) {
			throw new IllegalArgumentException("window must be whole microseconds, not " + window);
		}
		if (permits == 0 ? burst != 0 : (burst < 1 || burst > MAX_PERMITS)) {
			throw new IllegalArgumentException("burst must be 1 to 10^12 (0 only with 0 permits), not " + burst);
		}
		if (permits > 0 && (double) burst * micros(window) / permits > micros(MAX_REFILL)) {
			throw new IllegalArgumentException(
					"burst %d would take more than 100 years to refill at %d per %s, use a smaller burst"
						.formatted(burst, permits, DurationText.of(window)));
		}
	}

	/**
	 * Create a limit whose burst is its permits.
	 * @param permits how many permits fit into one window, 0 to 10<sup>12</sup>
	 * @param window length of the window, 1 ms to 366 d
	 * @return the limit
	 * @throws IllegalArgumentException if a number is out of bounds
	 */
	public static Limit of(long permits, Duration window) {
		return new Limit(permits, window, permits);
	}

	/**
	 * Read a limit such as {@code 100/1m}, {@code 5/second} or {@code 50/1s burst 200}.
	 * @param text permits, a slash, a window with its unit, and perhaps a burst
	 * @return the limit
	 * @throws IllegalArgumentException if the text is not of this form or a number is out
	 * of bounds; the message quotes the text and says what to change
	 */
	public static Limit parse(String text) {
		return LimitGrammar.parse(text);
	}

	/**
	 * This limit with another burst.
	 * @param burst how many permits a token bucket hands out at one instant
	 * @return a new limit
	 */
	public Limit withBurst(long burst) {
		return new Limit(this.permits, this.window, burst);
	}

	/**
	 * The window in microseconds, the unit in which every algorithm computes.
	 * @return the length of the window in microseconds
	 */
	public long windowMicros() {
		return micros(this.window);
	}

	static long micros(Duration duration) {
		return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1000);
	}

	/**
	 * The limit as {@link #parse(String)} reads it.
	 * @return for example {@code 100/1m} or {@code 50/1s burst 200}
	 */
	@Override
	public String toString() {
		String rate = this.permits + "/" + DurationText.of(this.window);
		return (this.burst != this.permits) ? rate + " burst " + this.burst : rate;
	}

}
