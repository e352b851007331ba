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
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.ratelimit.RateLimitStoreException.Kind;

/**
 * Asks a server for its version and its eviction policy, and reads the answer.
 */
final class ServerFacts {

	/** Oldest version that the scripts are tested on. */
	static final String FLOOR = "6.2";

	private static final Script SCRIPT = new Script(Script.resource("server-facts.lua"));

	private static final String REFUSED = "refused:";

	private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");

	private ServerFacts() {
	}

	/**
	 * Ask the server that has a key.
	 * @throws dev.ratelimit.RateLimitStoreException if scripts cannot be run there
	 */
	static Inspection ask(ScriptConnection connection, byte[] key, Duration deadline) {
		try {
			byte[] reply = connection.eval(SCRIPT, key, new byte[0][])
				.toCompletableFuture()
				.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
			return read(new String(reply, StandardCharsets.UTF_8));
		}
		catch (TimeoutException ex) {
			throw StoreFailures.of(Kind.TIMEOUT, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw StoreFailures.of(Kind.TIMEOUT, ex);
		}
		catch (ExecutionException ex) {
			throw connection.translate((ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	static Inspection read(String reply) {
		if (reply.startsWith(REFUSED)) {
			return new Inspection(null, null, false,
					"the account may not run INFO (" + reply.substring(REFUSED.length()).strip() + ")");
		}
		Map<String, String> facts = new HashMap<>();
		reply.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			facts.put(line.substring(0, Math.max(colon, 0)), line.substring(colon + 1));
		});
		String valkey = facts.get("valkey_version");
		String version = (valkey != null) ? "valkey " + valkey : facts.get("redis_version");
		String policy = facts.get("maxmemory_policy");
		boolean bounded = !facts.getOrDefault("maxmemory", "0").equals("0");
		return new Inspection(version, policy, bounded,
				(version == null || policy == null) ? "INFO of this server does not say" : null);
	}

	/**
	 * Whether a version is known to be older than {@value #FLOOR}. All of Valkey is
	 * newer.
	 */
	static boolean isTooOld(String version) {
		Matcher matcher = VERSION.matcher(version);
		if (!matcher.matches()) {
			return false;
		}
		int major = Integer.parseInt(matcher.group(1));
		return major < 6 || (major == 6 && Integer.parseInt(matcher.group(2)) < 2);
	}

}
