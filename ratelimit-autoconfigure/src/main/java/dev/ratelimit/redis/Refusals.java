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

import java.util.Set;

import dev.ratelimit.RateLimitStoreException;

/**
 * Says what an operator has to change when Redis refuses for good.
 */
final class Refusals {

	private static final Set<String> NOT_LET_IN = Set.of("WRONGPASS", "NOAUTH");

	private static final Set<String> NOT_OURS = Set.of("WRONGTYPE", "RATELIMIT");

	private Refusals() {
	}

	/**
	 * A refusal.
	 * @param what what was tried, as in "Redis refuses to ..."
	 * @param failure how it failed, of kind {@code PERMANENT}
	 * @param prefix what keys begin with
	 */
	static SelfTestException of(String what, RateLimitStoreException failure, String prefix) {
		Throwable reply = (failure.getCause() != null) ? failure.getCause() : failure;
		String error = String.valueOf(reply.getMessage()).replaceFirst("[.\\s]+$", "");
		return new SelfTestException("Redis refuses to %s: %s".formatted(what, error), remedy(error, prefix), failure);
	}

	static SelfTestException tooOld(String version) {
		return new SelfTestException(
				"Redis %s is too old: rate limiting needs %s or later".formatted(version, ServerFacts.FLOOR),
				"Upgrade it to Redis %s or later, or to Valkey; or let ratelimit.redis.connection-factory name a connection to another"
					.formatted(ServerFacts.FLOOR),
				null);
	}

	private static String remedy(String error, String prefix) {
		String code = StoreFailures.code(error);
		if (NOT_LET_IN.contains(code)) {
			return "Correct spring.data.redis.username and spring.data.redis.password, "
					+ "or the credentials of the connection that ratelimit.redis.connection-factory names";
		}
		if (isForbidden(code, error)) {
			return "Grant the account what rate limiting needs: " + RedisAccount.grant(prefix);
		}
		if (NOT_OURS.contains(code)) {
			return "Something else writes keys that begin with '%s': let ratelimit.prefix name another beginning"
				.formatted(prefix);
		}
		return "Use a server, or a proxy before it, that runs Lua scripts as Redis %s and later do"
			.formatted(ServerFacts.FLOOR);
	}

	/**
	 * That a script did what its caller may not, only the text tells: one before Redis
	 * 7.2, another since.
	 */
	private static boolean isForbidden(String code, String error) {
		return code.equals("NOPERM") || error.contains("user executing the script")
				|| error.contains("ACL failure in script");
	}

}
