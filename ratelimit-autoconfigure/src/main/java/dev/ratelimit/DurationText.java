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

/**
 * Writes a duration as the limit grammar reads it: in the largest unit that is whole.
 */
final class DurationText {

	private static final String[] UNITS = { "w", "d", "h", "m", "s", "ms", "us" };

	private static final long[] MICROS = { 604_800_000_000L, 86_400_000_000L, 3_600_000_000L, 60_000_000L, 1_000_000L,
			1000L, 1L };

	private DurationText() {
	}

	static String of(Duration duration) {
		if (duration.isZero()) {
			return "0s";
		}
		if (duration.toNanosPart() % 1000 != 0 || duration.abs().compareTo(Limit.MAX_REFILL) > 0) {
			return duration.toString();
		}
		long micros = Limit.micros(duration);
		int unit = 0;
		while (micros % MICROS[unit] != 0) {
			unit++;
		}
		return (micros / MICROS[unit]) + UNITS[unit];
	}

}
