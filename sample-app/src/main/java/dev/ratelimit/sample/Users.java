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

package dev.ratelimit.sample;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

import org.springframework.stereotype.Repository;

/**
 * The users of the service, in memory: enough to log in with.
 */
@Repository
class Users {

	private final Map<String, String> passwords = Map.of("alice", "wonderland", "bob", "builder");

	boolean matches(String username, String password) {
		byte[] expected = bytes(this.passwords.getOrDefault(username, ""));
		return MessageDigest.isEqual(expected, bytes(password)) && this.passwords.containsKey(username);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
