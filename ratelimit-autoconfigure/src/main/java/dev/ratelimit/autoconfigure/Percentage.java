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

package dev.ratelimit.autoconfigure;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads shares such as {@code 10%}.
 */
final class Percentage {

	private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");

	private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

	private Percentage() {
	}

	/**
	 * Read a share.
	 * @param text 0% to 100%
	 * @return 0 to 1
	 */
	static double parse(String text) {
		Matcher matcher = PERCENTAGE.matcher(text.strip());
		BigDecimal percent = matcher.matches() ? new BigDecimal(matcher.group(1)) : null;
		if (percent == null || percent.compareTo(HUNDRED) > 0) {
			throw new IllegalArgumentException("must be 0% to 100%, with the percent sign");
		}
		return percent.doubleValue() / HUNDRED.doubleValue();
	}

}
