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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import dev.ratelimit.Algorithm;

/**
 * The script of an algorithm, read from the class path once: its text and the name that
 * Redis caches it under.
 */
final class Script {

	private static final Map<Algorithm, List<String>> PARTS = Map.of(Algorithm.TOKEN_BUCKET,
			List.of("common", "levels", "bucket", "token-bucket"), Algorithm.LEAKY_BUCKET,
			List.of("common", "levels", "bucket", "leaky-bucket"), Algorithm.FIXED_WINDOW,
			List.of("common", "levels", "slot", "fixed-window"), Algorithm.SLIDING_WINDOW_COUNTER,
			List.of("common", "levels", "slot", "sliding-window-counter"), Algorithm.SLIDING_WINDOW_LOG,
			List.of("common", "sliding-window-log"));

	private static final Map<Algorithm, Script> SCRIPTS = new EnumMap<>(Algorithm.class);

	static {
		for (Algorithm algorithm : Algorithm.values()) {
			SCRIPTS.put(algorithm, new Script(read(algorithm)));
		}
	}

	private final byte[] text;

	private final String sha1;

	Script(String text) {
		this.text = text.getBytes(StandardCharsets.UTF_8);
		this.sha1 = sha1(this.text);
	}

	static Script of(Algorithm algorithm) {
		Script script = SCRIPTS.get(algorithm);
		if (script == null) {
			throw new IllegalArgumentException("no script for " + algorithm);
		}
		return script;
	}

	/**
	 * A script that is no algorithm's.
	 * @param name name of the resource, without its ending
	 */
	static Script beside(String name) {
		return new Script(join(List.of("common", name)));
	}

	static Collection<Script> all() {
		return SCRIPTS.values();
	}

	byte[] text() {
		return this.text;
	}

	String sha1() {
		return this.sha1;
	}

	/**
	 * The text of an algorithm's script: its shared parts first, then its own.
	 */
	static String read(Algorithm algorithm) {
		return join(PARTS.getOrDefault(algorithm, List.of()));
	}

	private static String join(List<String> parts) {
		StringBuilder text = new StringBuilder();
		for (String part : parts) {
			text.append(resource(part + ".lua")).append('\n');
		}
		return text.toString();
	}

	static String resource(String name) {
		// the class's own loader, not the thread's: pool threads may have another
		try (InputStream stream = Script.class.getResourceAsStream(name)) {
			if (stream == null) {
				throw new IllegalStateException("script " + name + " is missing from the library's jar");
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("script " + name + " cannot be read", ex);
		}
	}

	private static String sha1(byte[] text) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java platform has SHA-1", ex);
		}
	}

}
