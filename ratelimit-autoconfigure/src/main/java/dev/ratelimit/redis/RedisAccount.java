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

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the account of the limiter must be allowed. The reference has the same line.
 */
final class RedisAccount {

	/** Sent by the limiter itself. */
	private static final List<String> SENT = List.of("evalsha", "eval", "script|load", "unlink");

	/** Called by its scripts. */
	private static final List<String> CALLED = List.of("info", "time", "get", "set", "pexpire", "zadd", "zcount",
			"zrem", "zremrangebyrank", "zremrangebyscore", "zrevrange", "zrevrangebyscore");

	private RedisAccount() {
	}

	/**
	 * The rules of an account that may do all that the limiter does, and nothing else.
	 * @param prefix what keys begin with
	 */
	static List<String> rules(String prefix) {
		return Stream
			.concat(Stream.of("~" + prefix + ":*"),
					Stream.concat(SENT.stream(), CALLED.stream()).map((command) -> "+" + command))
			.toList();
	}

	/**
	 * The command that grants them.
	 * @param prefix what keys begin with
	 */
	static String grant(String prefix) {
		return rules(prefix).stream().collect(Collectors.joining(" ", "ACL SETUSER <user> ", ""));
	}

}
