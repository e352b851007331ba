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

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;

/**
 * A call was sent, and its caller goes on without an answer, which may still come.
 */
final class UnansweredException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient CompletableFuture<ScriptReply> reply;

	UnansweredException(Throwable cause, CompletableFuture<ScriptReply> reply) {
		super("no answer in time", cause);
		this.reply = reply;
	}

	/**
	 * What this means to somebody who asked for a decision.
	 * @param reader makes a decision of the reply, should it come
	 */
	RateLimitStoreException toStoreException(Function<ScriptReply, Decision> reader) {
		return new RateLimitStoreException(Kind.TIMEOUT, StoreFailures.message(Kind.TIMEOUT), getCause(),
				this.reply.thenApply(reader));
	}

}
