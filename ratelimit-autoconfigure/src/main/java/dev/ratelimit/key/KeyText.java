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

import java.util.HexFormat;

/**
 * Writes a key as text that is safe inside a Redis key: {@code <kind>|<value>} per part,
 * joined by {@code +}.
 * <p>
 * Names and values keep {@code A-Z a-z 0-9 . _ - : / @} and have every other character
 * percent-encoded, so neither separator can be forged: two different keys never have the
 * same text, a kind is never mistaken for another, and braces, which choose the slot in a
 * Redis Cluster, never occur. Text that holds a secret, or is longer than 48 characters,
 * is replaced by {@code h|} and its keyed hash. Together that bounds a whole Redis key to
 * 160 bytes. Not thread-safe.
 */
final class KeyText {

	/** Longest text that is kept as it is, in characters, all of them ASCII. */
	static final int MAX_LENGTH = 48;

	/**
	 * Longest value that is looked at whole, in characters: a key must not cost more than
	 * the request. What exceeds it counts by its length alone.
	 */
	static final int MAX_VALUE_LENGTH = 8192;

	private static final String SAFE = "._-:/@";

	private final StringBuilder text = new StringBuilder();

	private boolean secret;

	/**
	 * Append a part.
	 * @param part the part
	 * @param alternative position in the chain: two expressions may return the same text
	 * and mean different things
	 * @param value its raw value
	 */
	void append(KeyPart part, int alternative, String value) {
		if (!this.text.isEmpty()) {
			this.text.append('+');
		}
		switch (part.kind()) {
			case IP -> this.text.append("ip");
			case USER -> this.text.append("user");
			case HOST -> this.text.append("host");
			case GLOBAL -> this.text.append("global");
			case HEADER -> appendNamed("hdr:", part);
			case COOKIE -> appendNamed("cookie:", part);
			case CLAIM -> appendNamed("claim:", part);
			case PATH -> appendNamed("path:", part);
			case BEAN -> this.text.append("bean").append((alternative > 0) ? ":" + alternative : "");
			case SPEL -> this.text.append("spel").append((alternative > 0) ? ":" + alternative : "");
		}
		this.text.append('|');
		this.secret |= switch (part.kind()) {
			case HEADER, COOKIE, CLAIM -> true;
			case IP, USER, PATH, HOST, GLOBAL, BEAN, SPEL -> false;
		};
		if (value.length() > MAX_VALUE_LENGTH) {
			escape(value.substring(0, MAX_VALUE_LENGTH));
			this.text.append('+').append(value.length());
		}
		else {
			escape(value);
		}
	}

	String finish(KeyHasher hasher) {
		String all = this.text.toString();
		return (this.secret || all.length() > MAX_LENGTH) ? "h|" + hasher.hash(all) : all;
	}

	private void appendNamed(String kind, KeyPart part) {
		this.text.append(kind);
		escape(part.argument());
	}

	private void escape(String value) {
		value.codePoints().forEach(this::escape);
	}

	/**
	 * By hand, since Java's encoder turns every unpaired surrogate into the same question
	 * mark.
	 */
	private void escape(int codePoint) {
		if (codePoint < 0x80) {
			if (isSafe((char) codePoint)) {
				this.text.append((char) codePoint);
			}
			else {
				percent(codePoint);
			}
		}
		else if (codePoint < 0x800) {
			percent(0xC0 | (codePoint >> 6));
			percent(0x80 | (codePoint & 0x3F));
		}
		else if (codePoint < 0x10000) {
			percent(0xE0 | (codePoint >> 12));
			percent(0x80 | ((codePoint >> 6) & 0x3F));
			percent(0x80 | (codePoint & 0x3F));
		}
		else {
			percent(0xF0 | (codePoint >> 18));
			percent(0x80 | ((codePoint >> 12) & 0x3F));
			percent(0x80 | ((codePoint >> 6) & 0x3F));
			percent(0x80 | (codePoint & 0x3F));
		}
	}

	private void percent(int octet) {
		this.text.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) octet));
	}

	private static boolean isSafe(char ch) {
		return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9')
				|| SAFE.indexOf(ch) >= 0;
	}

}
