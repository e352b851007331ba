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

package dev.ratelimit.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits text where a separator stands outside quotes and brackets of any kind.
 *
 * @since 0.1.0
 */
public final class TopLevel {

	private static final String OPENING = "([{";

	private static final String CLOSING = ")]}";

	private TopLevel() {
	}

	/**
	 * Split a text.
	 * @param text for example {@code /a/{id:[0-9]{1,3}},/b}
	 * @param separator the character to split at
	 * @return the pieces without surrounding white space, at least one; empty ones are
	 * kept
	 * @throws IllegalArgumentException if a quote or bracket is not closed, or one is
	 * closed that was not opened
	 */
	public static List<String> split(String text, char separator) {
		List<String> pieces = new ArrayList<>();
		StringBuilder open = new StringBuilder();
		int start = 0;
		for (int i = 0; i < text.length(); i++) {
			char ch = text.charAt(i);
			if (ch == separator && open.isEmpty()) {
				pieces.add(text.substring(start, i).strip());
				start = i + 1;
			}
			else {
				track(open, ch, text);
			}
		}
		if (!open.isEmpty()) {
			throw new IllegalArgumentException(
					"'%s' lacks a closing %s".formatted(text, open.charAt(open.length() - 1)));
		}
		pieces.add(text.substring(start).strip());
		return pieces;
	}

	/**
	 * Keep a stack of what must be closed, innermost last.
	 */
	private static void track(StringBuilder open, char ch, String text) {
		char awaited = open.isEmpty() ? 0 : open.charAt(open.length() - 1);
		if (ch == awaited) {
			open.setLength(open.length() - 1);
		}
		else if (awaited == '\'' || awaited == '"') {
			return;
		}
		else if (ch == '\'' || ch == '"') {
			open.append(ch);
		}
		else if (OPENING.indexOf(ch) >= 0) {
			open.append(CLOSING.charAt(OPENING.indexOf(ch)));
		}
		else if (CLOSING.indexOf(ch) >= 0) {
			throw new IllegalArgumentException("'%s' has a %s that closes nothing".formatted(text, ch));
		}
	}

}
