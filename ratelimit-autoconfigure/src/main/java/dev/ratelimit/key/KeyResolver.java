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

import org.jspecify.annotations.Nullable;

/**
 * Finds out whose limit a request counts against. Thread-safe.
 *
 * @since 0.1.0
 */
public final class KeyResolver {

	private static final List<KeyPart> ADDRESS = List.of(new KeyPart(KeyKind.IP, ""));

	private final KeyHasher hasher;

	/**
	 * Create a resolver.
	 * @param hasher hashes secrets and long keys
	 */
	public KeyResolver(KeyHasher hasher) {
		this.hasher = hasher;
	}

	/**
	 * Resolve a key: the first alternative whose parts are all there, and the client's
	 * address if there is none. A request never ends up in a bucket with everybody else
	 * that lacks an attribute.
	 * @param spec how to tell callers apart
	 * @param policy name of the policy; all callers of a policy share its global key
	 * @param context what the request offers
	 * @return at most 48 characters of {@code [A-Za-z0-9._:/@|+%-]}, the same for the
	 * same caller on every instance
	 * @throws IllegalStateException if there is no client address to fall back to
	 */
	public String resolve(KeySpec spec, String policy, KeyContext context) {
		String key = find(spec, policy, context);
		if (key != null) {
			return key;
		}
		String address = key(ADDRESS, 0, policy, context);
		if (address == null) {
			throw new IllegalStateException(
					"policy '%s' finds neither its key (%s) nor a client address to fall back to".formatted(policy,
							spec));
		}
		return address;
	}

	/**
	 * Find a key without anything to fall back to.
	 * @param spec how to tell callers apart
	 * @param policy name of the policy
	 * @param context what there is to make a key of
	 * @return the key as above, absent if no alternative has all its parts
	 */
	public @Nullable String find(KeySpec spec, String policy, KeyContext context) {
		List<List<KeyPart>> alternatives = spec.alternatives();
		for (int i = 0; i < alternatives.size(); i++) {
			String key = key(alternatives.get(i), i, policy, context);
			if (key != null) {
				return key;
			}
		}
		return null;
	}

	private @Nullable String key(List<KeyPart> parts, int alternative, String policy, KeyContext context) {
		KeyText text = new KeyText();
		for (KeyPart part : parts) {
			String value = (part.kind() == KeyKind.GLOBAL) ? policy : context.value(part);
			if (value == null || value.isBlank()) {
				return null;
			}
			text.append(part, alternative, value);
		}
		return text.finish(this.hasher);
	}

}
