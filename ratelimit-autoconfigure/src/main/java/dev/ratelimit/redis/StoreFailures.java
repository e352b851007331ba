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

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisLoadingException;

/**
 * Tells failures apart by what an operator has to do about them.
 */
final class StoreFailures {

	private static final Set<String> UNAVAILABLE = Set.of("LOADING", "BUSY", "READONLY", "MASTERDOWN", "CLUSTERDOWN",
			"TRYAGAIN", "NOREPLICAS", "MISCONF", "UNKILLABLE");

	private StoreFailures() {
	}

	static RateLimitStoreException translate(Throwable failure) {
		if (failure instanceof RateLimitStoreException translated) {
			return translated;
		}
		Kind kind = kind(failure);
		return new RateLimitStoreException(kind, message(kind, failure), failure);
	}

	private static Kind kind(Throwable failure) {
		if (failure instanceof TimeoutException || failure instanceof RedisCommandTimeoutException
				|| failure instanceof InterruptedException) {
			return Kind.TIMEOUT;
		}
		if (failure instanceof RedisBusyException || failure instanceof RedisLoadingException) {
			return Kind.UNAVAILABLE;
		}
		if (failure instanceof RedisCommandExecutionException) {
			String code = code(failure);
			if ("OOM".equals(code)) {
				return Kind.OUT_OF_MEMORY;
			}
			return UNAVAILABLE.contains(code) ? Kind.UNAVAILABLE : Kind.PERMANENT;
		}
		return Kind.CONNECTION;
	}

	/**
	 * The word in capitals that Redis begins an error with.
	 */
	private static String code(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		int end = message.indexOf(' ');
		String code = (end > 0) ? message.substring(0, end) : message;
		return code.startsWith("-") ? code.substring(1) : code;
	}

	private static String message(Kind kind, Throwable failure) {
		String what = "Redis gave no usable answer (" + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
		return (kind == Kind.PERMANENT) ? what + ": " + failure.getMessage() : what;
	}

}
