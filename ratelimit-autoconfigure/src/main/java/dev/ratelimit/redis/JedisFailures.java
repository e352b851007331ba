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

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Understands the failures of Jedis.
 */
final class JedisFailures {

	private JedisFailures() {
	}

	static RateLimitStoreException translate(Throwable failure) {
		if (failure instanceof RateLimitStoreException translated) {
			return translated;
		}
		JedisDataException reply = errorReply(failure);
		return (reply != null) ? StoreFailures.ofErrorReply(reply) : StoreFailures.of(Kind.CONNECTION, failure);
	}

	/**
	 * An error reply, also one that a connection could not be opened for: then it is a
	 * cause of a cause.
	 */
	private static @Nullable JedisDataException errorReply(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof JedisDataException reply) {
				return reply;
			}
		}
		return null;
	}

}
