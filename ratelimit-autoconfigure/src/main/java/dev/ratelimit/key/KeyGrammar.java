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

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * The one grammar of keys: parts joined by {@code +}, alternatives by commas.
 */
final class KeyGrammar {

	private static final String KINDS = "ip, header:<name>, cookie:<name>, path:<variable>, host, "
			+ "global, @bean or #expression";

	private static final Map<String, KeyKind> PLAIN = Map.of("ip", KeyKind.IP, "user", KeyKind.USER, "host",
			KeyKind.HOST, "global", KeyKind.GLOBAL);

	private static final Map<String, KeyKind> NAMED = Map.of("header", KeyKind.HEADER, "cookie", KeyKind.COOKIE,
			"claim", KeyKind.CLAIM, "path", KeyKind.PATH);

	/** A token of RFC 9110, as header and cookie names are. */
	private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

	private KeyGrammar() {
	}

	static List<String> alternatives(String text) {
		return TopLevel.split(text, ',');
	}

	static List<KeyPart> parse(String alternative) {
		if (alternative.isBlank()) {
			throw new IllegalArgumentException(
					"key is empty; if it was to start with #, which begins a comment in YAML, "
							+ "quote the # as in \"#email\"; else write " + KINDS);
		}
		return TopLevel.split(alternative, '+').stream().map((text) -> part(text, alternative)).toList();
	}

	private static KeyPart part(String text, String alternative) {
		if (text.isEmpty()) {
			throw new IllegalArgumentException(
					"key '%s' has nothing before or after a +, write for example header:X-Tenant + ip"
						.formatted(alternative));
		}
		if (text.startsWith("@") || text.startsWith("#")) {
			return expression(text);
		}
		KeyKind plain = PLAIN.get(text);
		if (plain != null) {
			return new KeyPart(plain, "");
		}
		int colon = text.indexOf(':');
		KeyKind named = (colon > 0) ? NAMED.get(text.substring(0, colon).strip()) : null;
		if (named == null) {
			throw new IllegalArgumentException("key '%s' is unknown, use %s".formatted(text, KINDS));
		}
		return new KeyPart(named, name(named, text.substring(colon + 1).strip(), text));
	}

	private static String name(KeyKind kind, String name, String text) {
		if (name.isEmpty()) {
			throw new IllegalArgumentException("key '%s' lacks a name after the colon".formatted(text));
		}
		boolean token = kind == KeyKind.HEADER || kind == KeyKind.COOKIE;
		if (token && !TOKEN.matcher(name).matches()) {
			throw new IllegalArgumentException("key '%s': '%s' cannot be the name of a %s".formatted(text, name,
					kind.name().toLowerCase(Locale.ROOT)));
		}
		return (kind == KeyKind.HEADER) ? name.toLowerCase(Locale.ROOT) : name;
	}

	private static KeyPart expression(String text) {
		try {
			new SpelExpressionParser().parseExpression(text);
		}
		catch (ParseException ex) {
			throw new IllegalArgumentException(
					"key '%s' is not an expression: %s".formatted(text, ex.getSimpleMessage()), ex);
		}
		return new KeyPart(text.startsWith("@") ? KeyKind.BEAN : KeyKind.SPEL, text);
	}

}
