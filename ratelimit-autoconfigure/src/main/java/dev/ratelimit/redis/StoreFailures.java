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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures apart by what an operator has to do about them, whichever client they
 * come from.
 */
final class StoreFailures {

	private static final Set<String> UNAVAILABLE = Set.of("LOADING", "BUSY", "READONLY", "MASTERDOWN", "CLUSTERDOWN",
			"TRYAGAIN", "NOREPLICAS", "MISCONF", "UNKILLABLE", "MOVED", "ASK");

	/** Before version 7, what a command in a script failed with stands in the middle. */
	private static final Pattern IN_SCRIPT = Pattern.compile("^-?ERR Error running script .*: -?([A-Z]{2,}) ");

	/** Has no code of its own, and passes. */
	private static final String TOO_MANY_CLIENTS = "max number of clients reached";

	private static final String READONLY = "READONLY";

	private StoreFailures() {
	}

	static RateLimitStoreException of(Kind kind, @Nullable Throwable cause) {
		String detail = (kind == Kind.PERMANENT && cause != null) ? ": " + cause.getMessage() : "";
		return new RateLimitStoreException(kind, message(kind) + detail, cause);
	}

	/**
	 * What an error means that Redis replied.
	 * @param reply the failure with the error as its message
	 */
	static RateLimitStoreException ofErrorReply(Throwable reply) {
		String code = code(reply);
		if (String.valueOf(reply.getMessage()).contains(TOO_MANY_CLIENTS)) {
			return of(Kind.UNAVAILABLE, reply);
		}
		return switch (code) {
			case "NOSCRIPT" -> new UnknownScriptException(reply);
			case "OOM" -> of(Kind.OOM, reply);
			default -> of(UNAVAILABLE.contains(code) ? Kind.UNAVAILABLE : Kind.PERMANENT, reply);
		};
	}

	/**
	 * Whether the server is a replica: somebody else is the master now.
	 */
	static boolean isReadOnly(RateLimitStoreException failure) {
		Throwable cause = failure.getCause();
		return failure.kind() == Kind.UNAVAILABLE && cause != null && READONLY.equals(code(cause));
	}

	static String message(Kind kind) {
		return "Redis gave no usable answer (" + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
	}

	/**
	 * The word in capitals that Redis begins an error with.
	 */
	private static String code(Throwable reply) {
		return code(String.valueOf(reply.getMessage()));
	}

	static String code(String message) {
		Matcher inScript = IN_SCRIPT.matcher(message);
		if (inScript.find()) {
			return inScript.group(1);
		}
		int end = message.indexOf(' ');
		String code = (end > 0) ? message.substring(0, end) : message;
		return code.startsWith("-") ? code.substring(1) : code;
	}

}
