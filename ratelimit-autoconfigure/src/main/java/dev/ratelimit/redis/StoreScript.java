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
import java.time.InstantSource;

import dev.ratelimit.Arrival;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A script that keeps something beside the limits, on the connection, under the prefix
 * and within the deadline of a {@link RedisStore}, from which it is obtained. Such a
 * script follows {@code common.lua} and speaks its protocol: the first three arguments
 * are the layout version, the verb and the moment in tests; it replies
 * {@code "<layout> <now> <number> 0"}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class StoreScript {

	private static final int GIVEN = 3;

	private final Script script;

	private final ScriptRunner runner;

	private final byte[] key;

	private final @Nullable InstantSource clock;

	StoreScript(Script script, ScriptRunner runner, String key, @Nullable InstantSource clock) {
		this.script = script;
		this.runner = runner;
		this.key = key.getBytes(StandardCharsets.US_ASCII);
		this.clock = clock;
	}

	/**
	 * Run the script. Blocks, at most for the deadline of a call.
	 * @param verb what to do
	 * @param arguments what else the script is told, ASCII
	 * @return the reply
	 * @throws RateLimitStoreException if Redis gives no answer
	 */
	public Reply run(String verb, String... arguments) {
		byte[][] all = new byte[GIVEN + arguments.length][];
		all[0] = ascii(ScriptArguments.LAYOUT_VERSION);
		all[1] = ascii(verb);
		all[2] = ascii((this.clock != null) ? Long.toString(ScriptArguments.micros(this.clock.instant())) : "");
		for (int i = 0; i < arguments.length; i++) {
			all[GIVEN + i] = ascii(arguments[i]);
		}
		try {
			ScriptReply reply = this.runner.run(this.script, this.key, all, Arrival.now());
			return new Reply(reply.now(), reply.granted());
		}
		catch (UnansweredException ex) {
			throw StoreFailures.of(Kind.TIMEOUT, ex);
		}
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * What a script replies.
	 *
	 * @param now the clock of the server that replied, microseconds since the epoch
	 * @param number what the script says, for example a count
	 */
	public record Reply(long now, long number) {

	}

}
