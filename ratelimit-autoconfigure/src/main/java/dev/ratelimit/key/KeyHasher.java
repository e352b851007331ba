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

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes text of fixed length out of a key: so that neither a long key nor a secret in one
 * (an API key, a session, a token) ever reaches a store.
 * <p>
 * A keyed hash rather than a plain one, because what is hashed may be guessable: whoever
 * reads the store could otherwise try all customer numbers. All instances that share a
 * store must have the same secret, else they count apart.
 * <p>
 * Thread-safe. Each call has a {@link Mac} of its own: one shared by all threads would
 * need a lock, and one per thread would leak with virtual threads.
 *
 * @since 0.1.0
 */
public final class KeyHasher {

	/** Length of a hash in characters: 256 bits in base64 without padding. */
	public static final int LENGTH = 43;

	private static final String ALGORITHM = "HmacSHA256";

	private final SecretKeySpec secret;

	/**
	 * Create a hasher.
	 * @param secret the secret, at least 1 character; 32 random ones are plenty
	 */
	public KeyHasher(String secret) {
		if (secret.isEmpty()) {
			throw new IllegalArgumentException("secret must not be empty");
		}
		this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
	}

	/**
	 * Hash a text with HMAC-SHA-256.
	 * @param text any text, taken as UTF-8
	 * @return 43 characters of {@code [A-Za-z0-9_-]}
	 */
	public String hash(String text) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.secret);
			byte[] hash = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
			return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("every Java platform has " + ALGORITHM, ex);
		}
	}

}
