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
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one grammar of limits, in YAML and in annotations alike:
 * {@code <permits>/[<number>]<unit> [burst <permits>]}.
 */
final class LimitGrammar {

	private static final Pattern LIMIT = Pattern
		.compile("(?<permits>-?\\d+)\\s*/\\s*(?<number>\\d+)?\\s*(?<unit>[a-zA-Z]*)(?:\\s+burst\\s+(?<burst>-?\\d+))?");

	private static final Map<String, Duration> UNITS = Map.ofEntries(Map.entry("ms", Duration.ofMillis(1)),
			Map.entry("millisecond", Duration.ofMillis(1)), Map.entry("s", Duration.ofSeconds(1)),
			Map.entry("sec", Duration.ofSeconds(1)), Map.entry("second", Duration.ofSeconds(1)),
			Map.entry("m", Duration.ofMinutes(1)), Map.entry("min", Duration.ofMinutes(1)),
			Map.entry("minute", Duration.ofMinutes(1)), Map.entry("h", Duration.ofHours(1)),
			Map.entry("hour", Duration.ofHours(1)), Map.entry("d", Duration.ofDays(1)),
			Map.entry("day", Duration.ofDays(1)), Map.entry("w", Duration.ofDays(7)),
			Map.entry("week", Duration.ofDays(7)));

	private LimitGrammar() {
	}

	static Limit parse(String text) {
		Matcher matcher = LIMIT.matcher(text.strip());
		if (!matcher.matches()) {
			throw new IllegalArgumentException(
					"'%s' is not a limit, write <permits>/<window>, for example 100/1m or 50/1s burst 200"
						.formatted(text));
		}
		try {
			long permits = Long.parseLong(matcher.group("permits"));
			Duration window = window(matcher.group("number"), matcher.group("unit"));
			Limit limit = Limit.of(permits, window);
			String burst = matcher.group("burst");
			return (burst != null) ? limit.withBurst(Long.parseLong(burst)) : limit;
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("'%s' is not a limit: a number is beyond 10^12".formatted(text), ex);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'%s' is not a limit: %s".formatted(text, ex.getMessage()), ex);
		}
	}

	private static Duration window(String number, String unit) {
		if (unit.isEmpty()) {
			throw new IllegalArgumentException(
					"the window has no unit, add one of ms, s, m, h, d or w (for example %ss)"
						.formatted((number != null) ? number : "60"));
		}
		Duration single = UNITS.get(unit);
		if (single == null) {
			String singular = unit.toLowerCase(Locale.ROOT).replaceFirst("s$", "");
			single = (singular.length() > 1) ? UNITS.get(singular) : null;
		}
		if (single == null) {
			throw new IllegalArgumentException("unknown unit '%s', use ms, s, m, h, d or w".formatted(unit));
		}
		long count = (number != null) ? Long.parseLong(number) : 1;
		if (count > Limit.MAX_WINDOW.toMillis()) {
			throw new IllegalArgumentException("window must be 1ms to 366d");
		}
		return single.multipliedBy(count);
	}

}
