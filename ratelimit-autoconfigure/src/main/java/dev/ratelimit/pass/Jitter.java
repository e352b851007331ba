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

package dev.ratelimit.pass;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Spreads the moments at which rejected clients come back, so that those who were
 * rejected together do not return together. A wait only ever grows.
 * <p>
 * The offset is {@code span x h / 2^32}, where {@code h} is a 32-bit hash of the key and
 * of the window in which the wait ends, and the span is the greater of a share of the
 * wait and of the window itself, but of that no more than 5 s. The hash makes it stable:
 * a client that asks again and again is told the same moment each time, and cannot fish
 * for an earlier one. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Jitter {

	private static final long MAX_WINDOW_SPAN = 5_000_000;

	private final double share;

	private final InstantSource clock;

	/**
	 * Create a jitter.
	 * @param share share of the wait that it may grow by, 0 to 1; 0 switches jitter off
	 * @param clock tells in which window a wait ends
	 */
	public Jitter(double share, InstantSource clock) {
		if (!(share >= 0 && share <= 1)) {
			throw new IllegalArgumentException("share must be 0 to 1, not " + share);
		}
		this.share = share;
		this.clock = clock;
	}

	/**
	 * Lengthen a wait.
	 * @param wait the exact wait, in whole microseconds
	 * @param window the window of the limit that asks for it, at least 1 µs
	 * @param key whose wait it is
	 * @return the wait and its offset, at most the greater of {@code share x wait} and
	 * {@code min(window, 5 s)}
	 */
	public Duration lengthen(Duration wait, Duration window, String key) {
		if (this.share == 0) {
			return wait;
		}
		long waitMicros = micros(wait);
		long windowMicros = micros(window);
		long span = Math.max((long) (this.share * waitMicros), Math.min(windowMicros, MAX_WINDOW_SPAN));
		Instant now = this.clock.instant();
		long end = now.getEpochSecond() * 1_000_000 + now.getNano() / 1000 + waitMicros;
		return wait.plusNanos(1000 * offset(span, hash(key, Math.floorDiv(end, windowMicros))));
	}

	/**
	 * {@code span x h / 2^32} rounded down, without leaving 64 bits.
	 */
	static long offset(long span, int hash) {
		long h = Integer.toUnsignedLong(hash);
		return (Math.multiplyHigh(span, h) << 32) | ((span * h) >>> 32);
	}

	/**
	 * The finalizer of SplitMix64: similar keys and neighbouring windows come out
	 * unrelated.
	 */
	static int hash(String key, long window) {
		long hash = key.hashCode() * 0x9E3779B97F4A7C15L + window;
		hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
		hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
		return (int) ((hash ^ (hash >>> 31)) >>> 32);
	}

	private static long micros(Duration duration) {
		return duration.getSeconds() * 1_000_000 + duration.getNano() / 1000;
	}

}
