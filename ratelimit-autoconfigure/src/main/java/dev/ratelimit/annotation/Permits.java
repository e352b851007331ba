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

package dev.ratelimit.annotation;

import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * How many permits a call takes: a constant, or an expression about the call.
 *
 * @param text the number or expression as it is written
 * @param constant the number of a constant
 * @param expression the expression, absent for a constant
 */
record Permits(String text, long constant, @Nullable CallExpression expression) {

	private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

	/**
	 * Read what is written.
	 * @throws IllegalArgumentException if it is negative or no expression
	 */
	static Permits parse(String text) {
		String stripped = text.strip();
		if (stripped.isEmpty()) {
			throw new IllegalArgumentException("is empty, write a number or an expression such as #items.size()");
		}
		return NUMBER.matcher(stripped).matches() ? new Permits(text, exact(stripped, () -> "permits"), null)
				: new Permits(text, 0, CallExpression.parse(stripped));
	}

	/**
	 * The number for a call.
	 * @param operation what is called, for messages
	 * @param values evaluates the expression
	 * @return at least 0
	 * @throws IllegalArgumentException if the expression fails, or yields anything else
	 * than a whole number that is at least 0
	 */
	long of(String operation, Function<CallExpression, @Nullable Object> values) {
		if (this.expression == null) {
			return this.constant;
		}
		Supplier<String> subject = () -> "permits '%s' of %s".formatted(this.text, operation);
		Object value;
		try {
			value = values.apply(this.expression);
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException(subject.get() + " cannot be evaluated", ex);
		}
		if (!(value instanceof Number number)) {
			throw new IllegalArgumentException("%s must be a number, not %s".formatted(subject.get(),
					(value != null) ? "of " + value.getClass().getName() : "null"));
		}
		return exact(number.toString(), subject);
	}

	private static long exact(String number, Supplier<String> subject) {
		long permits;
		try {
			permits = new BigDecimal(number).longValueExact();
		}
		catch (ArithmeticException | NumberFormatException ex) {
			throw new IllegalArgumentException(
					"%s must be a whole number below 2^63, not %s".formatted(subject.get(), number), ex);
		}
		if (permits < 0) {
			throw new IllegalArgumentException("%s must be at least 0, not %d".formatted(subject.get(), permits));
		}
		return permits;
	}

}
