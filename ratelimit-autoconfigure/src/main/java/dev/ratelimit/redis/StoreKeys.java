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

package dev.ratelimit.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;

import dev.ratelimit.RateLimitPolicy;

/**
 * Names the Redis keys of one policy: <code>prefix:algorithm:policy:{key}</code>. The
 * braces make the key, and nothing of the caller's choice, the hash tag, so that all of a
 * key's state lives on one shard and different keys spread over all of them. At most 160
 * bytes of printable ASCII.
 */
final class StoreKeys {

	private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9:._-]{1,60}");

	/** Longest key text that is stored as it is. */
	private static final int MAX_PLAIN = 48;

	private final byte[] head;

	StoreKeys(String prefix, RateLimitPolicy policy) {
		this.head = ascii(checkPrefix(prefix) + ":" + policy.algorithm().code() + ":" + policy.name() + ":{");
	}

	static String checkPrefix(String prefix) {
		if (!PREFIX.matcher(prefix).matches()) {
			throw new IllegalArgumentException(
					"prefix '%s' must be 1 to 60 of A-Z, a-z, 0-9, ':', '.', '_' and '-'".formatted(prefix));
		}
		return prefix;
	}

	byte[] of(String key) {
		byte[] tag = isPlain(key) ? ascii(key) : digest(key);
		byte[] name = new byte[this.head.length + tag.length + 1];
		System.arraycopy(this.head, 0, name, 0, this.head.length);
		System.arraycopy(tag, 0, name, this.head.length, tag.length);
		name[name.length - 1] = '}';
		return name;
	}

	private static boolean isPlain(String key) {
		if (key.isEmpty() || key.length() > MAX_PLAIN) {
			return false;
		}
		for (int i = 0; i < key.length(); i++) {
			char character = key.charAt(i);
			if (character <= ' ' || character > '~' || character == '{' || character == '}' || character == '#') {
				return false;
			}
		}
		return true;
	}

	/**
	 * A key that is too long or has characters that must not appear becomes its digest,
	 * behind a character that no plain key has.
	 */
	private static byte[] digest(String key) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_16BE));
			return ascii("#" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java platform has SHA-256", ex);
		}
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
