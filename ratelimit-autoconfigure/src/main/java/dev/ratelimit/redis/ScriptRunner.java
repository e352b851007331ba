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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import io.lettuce.core.RedisNoScriptException;

/**
 * Runs scripts under a deadline. A script that the server does not know is sent once with
 * its text; that is safe because the first attempt did nothing. Nothing else is repeated,
 * because nobody knows whether an unanswered charge was made. Thread-safe.
 */
final class ScriptRunner {

	/**
	 * Calls that may be unanswered beyond their deadline. They stay queued at a frozen
	 * server; more of them would only make its return harder.
	 */
	private static final int MAX_ABANDONED = 256;

	private final ScriptConnection connection;

	private final long timeoutNanos;

	private final AtomicInteger abandoned = new AtomicInteger();

	ScriptRunner(ScriptConnection connection, Duration timeout) {
		this.connection = connection;
		this.timeoutNanos = timeout.toNanos();
	}

	byte[] run(Script script, byte[] key, byte[][] arguments) {
		long deadline = System.nanoTime() + this.timeoutNanos;
		try {
			return await(() -> this.connection.evalsha(script.sha1(), key, arguments), deadline);
		}
		catch (RedisNoScriptException ex) {
			return await(() -> this.connection.eval(script.text(), key, arguments), deadline);
		}
	}

	CompletionStage<byte[]> runAsync(Script script, byte[] key, byte[][] arguments) {
		CompletableFuture<byte[]> sent = start(() -> this.connection.evalsha(script.sha1(), key, arguments));
		CompletableFuture<byte[]> answered = sent.exceptionallyCompose((failure) -> isUnknownScript(failure)
				? this.connection.eval(script.text(), key, arguments) : CompletableFuture.failedFuture(failure));
		return answered.copy().orTimeout(this.timeoutNanos, TimeUnit.NANOSECONDS).exceptionallyCompose((failure) -> {
			if (unwrap(failure) instanceof TimeoutException) {
				abandon(answered);
			}
			return CompletableFuture.failedFuture(StoreFailures.translate(unwrap(failure)));
		});
	}

	void delete(byte[] key) {
		await(() -> this.connection.delete(key), System.nanoTime() + this.timeoutNanos);
	}

	private <T> T await(Supplier<CompletionStage<T>> command, long deadline) {
		CompletableFuture<T> sent = start(command);
		try {
			return sent.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			abandon(sent);
			throw StoreFailures.translate(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			abandon(sent);
			throw StoreFailures.translate(ex);
		}
		catch (ExecutionException ex) {
			if (isUnknownScript(ex)) {
				throw (RedisNoScriptException) unwrap(ex);
			}
			throw StoreFailures.translate(unwrap(ex));
		}
	}

	private <T> CompletableFuture<T> start(Supplier<CompletionStage<T>> command) {
		if (this.abandoned.get() >= MAX_ABANDONED) {
			throw new RateLimitStoreException(Kind.TIMEOUT, MAX_ABANDONED + " earlier calls are still unanswered",
					null);
		}
		try {
			return command.get().toCompletableFuture();
		}
		catch (RateLimitStoreException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw StoreFailures.translate(ex);
		}
	}

	private void abandon(CompletableFuture<?> sent) {
		this.abandoned.incrementAndGet();
		var unused = sent.whenComplete((reply, failure) -> this.abandoned.decrementAndGet());
	}

	private static boolean isUnknownScript(Throwable failure) {
		return unwrap(failure) instanceof RedisNoScriptException;
	}

	private static Throwable unwrap(Throwable failure) {
		Throwable cause = failure.getCause();
		boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
		return (wrapper && cause != null) ? unwrap(cause) : failure;
	}

}
