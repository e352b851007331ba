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

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the stored key of a caller whom an operator names: {@code <kind>|<value>} for
 * each part, joined by {@code +}, such as {@code ip|203.0.113.9} or
 * {@code header:x-tenant|acme+user|alice}. Kinds are written as in the grammar of keys,
 * values percent-encoded where they contain {@code %}, {@code +} or {@code |}. A stored
 * key is taken as it is. Thread-safe.
 *
 * @since 0.1.0
 */
public final class KeyLookup {

	private static final String EXAMPLE = "write for example ip|203.0.113.9, user|alice, header:x-api-key|<value> or global";

	private static final Pattern HASHED = Pattern.compile("h\\|[A-Za-z0-9_-]{43}");

	private static final Pattern PART = Pattern.compile("(?<kind>[a-z]+)(:(?<argument>[^|]+))?\\|(?<value>.+)",
			Pattern.DOTALL);

	private static final Map<String, KeyKind> KINDS = Map.of("ip", KeyKind.IP, "user", KeyKind.USER, "host",
			KeyKind.HOST, "header", KeyKind.HEADER, "hdr", KeyKind.HEADER, "cookie", KeyKind.COOKIE, "claim",
			KeyKind.CLAIM, "path", KeyKind.PATH, "bean", KeyKind.BEAN, "spel", KeyKind.SPEL);

	private final KeyHasher hasher;

	private final ClientAddressResolver addresses;

	/**
	 * Create a lookup.
	 * @param hasher hashes as it does for requests
	 * @param addresses writes addresses as it does for requests
	 */
	public KeyLookup(KeyHasher hasher, ClientAddressResolver addresses) {
		this.hasher = hasher;
		this.addresses = addresses;
	}

	/**
	 * Find a key.
	 * @param policy name of the policy
	 * @param text what an operator wrote
	 * @return the key of that caller's requests under the policy
	 * @throws IllegalArgumentException if the text names nobody; the message does not
	 * repeat it, for it may hold a secret
	 */
	public String find(String policy, String text) {
		if (HASHED.matcher(text).matches()) {
			return text;
		}
		return text(List.of(text.split("\\+", -1)).stream().map((part) -> part(policy, part)).toList());
	}

	private String text(List<Part> parts) {
		KeyText text = new KeyText();
		for (Part part : parts) {
			boolean expression = part.kind() == KeyKind.BEAN || part.kind() == KeyKind.SPEL;
			int alternative = (expression && !part.argument().isEmpty()) ? Integer.parseInt(part.argument()) : 0;
			text.append(new KeyPart(part.kind(), part.argument()), alternative, part.value());
		}
		return text.finish(this.hasher);
	}

	private Part part(String policy, String text) {
		if (text.equals("global") || text.equals("global|" + policy)) {
			return new Part(KeyKind.GLOBAL, "", policy);
		}
		Matcher matcher = PART.matcher(text);
		KeyKind kind = matcher.matches() ? KINDS.get(matcher.group("kind")) : null;
		if (kind == null) {
			throw new IllegalArgumentException("key is not of the form <kind>|<value>; " + EXAMPLE);
		}
		String argument = matcher.group("argument");
		boolean needed = switch (kind) {
			case HEADER, COOKIE, CLAIM, PATH -> true;
			case IP, USER, HOST, GLOBAL, BEAN, SPEL -> false;
		};
		boolean numbered = argument != null && argument.matches("[1-9]\\d{0,3}");
		boolean optional = (kind == KeyKind.BEAN || kind == KeyKind.SPEL) && (argument == null || numbered);
		if (needed != (argument != null) && !optional) {
			throw new IllegalArgumentException("kind '%s' %s; %s".formatted(matcher.group("kind"),
					needed ? "needs a name" : "takes no name", EXAMPLE));
		}
		String value = decoded(matcher.group("value"));
		String name = (argument != null) ? decoded(argument) : "";
		return new Part(kind, (kind == KeyKind.HEADER) ? name.toLowerCase(Locale.ROOT) : name,
				(kind == KeyKind.IP) ? this.addresses.resolve(value, List.of()) : value);
	}

	private static String decoded(String text) {
		try {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("key has a % that encodes nothing, write %25 for it", ex);
		}
	}

	private record Part(KeyKind kind, String argument, String value) {

	}

}
