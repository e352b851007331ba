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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.ratelimit.Arrival;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.redis.RedisLink.OpenLink;

/**
 * Runs scripts under a deadline. A script that the server does not know is sent once with
 * its text; that is safe because the first attempt did nothing. Nothing else is repeated,
 * because nobody knows whether an unanswered charge was made. Thread-safe.
 */
final class ScriptRunner {

	private final RedisLink link;

	private final Duration timeout;

	ScriptRunner(RedisLink link, Duration timeout) {
		this.link = link;
		this.timeout = timeout;
	}

	/**
	 * Run a script and wait for its reply.
	 * @param arrival when the caller came, from which the deadline counts
	 * @throws UnansweredException if there is no reply in time
	 * @throws RateLimitStoreException if there is none for other reasons
	 */
	ScriptReply run(Script script, byte[] key, byte[][] arguments, Arrival arrival) {
		Call call = call(key);
		try {
			return reply(call, (connection) -> connection.evalsha(script, key, arguments), arrival);
		}
		catch (UnknownScriptException ex) {
			return reply(call, (connection) -> connection.eval(script, key, arguments), arrival);
		}
	}

	private ScriptReply reply(Call call, Function<ScriptConnection, CompletionStage<byte[]>> command, Arrival arrival) {
		CompletableFuture<byte[]> sent = send(call, command, arrival, ServerGate::enter);
		return call
			.parse(await(call, sent, arrival, (ex, late) -> new UnansweredException(ex, late.thenApply(call::parse))));
	}

	/**
	 * As {@link #run} without waiting.
	 */
	CompletableFuture<ScriptReply> runAsync(Script script, byte[] key, byte[][] arguments, Arrival arrival) {
		return runAsync(script, key, arguments, arrival, ServerGate::enter);
	}

	/**
	 * As {@link #runAsync} for what nobody waits for and what would be missed, also while
	 * callers are spared the server.
	 */
	CompletableFuture<ScriptReply> giveBack(Script script, byte[] key, byte[][] arguments) {
		return runAsync(script, key, arguments, Arrival.now(), ServerGate::enterUnlessFull);
	}

	private CompletableFuture<ScriptReply> runAsync(Script script, byte[] key, byte[][] arguments, Arrival arrival,
			Consumer<ServerGate> entrance) {
		try {
			Call call = call(key);
			CompletableFuture<byte[]> sent = send(call, (connection) -> connection.evalsha(script, key, arguments),
					arrival, entrance);
			return within(call, sent.exceptionallyCompose((failure) -> {
				RateLimitStoreException translated = call.translate(failure);
				return (translated instanceof UnknownScriptException) ? call.connection().eval(script, key, arguments)
						: CompletableFuture.failedFuture(translated);
			}), arrival);
		}
		catch (RateLimitStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private CompletableFuture<ScriptReply> within(Call call, CompletableFuture<byte[]> answered, Arrival arrival) {
		return answered.copy()
			.orTimeout(arrival.nanosLeft(this.timeout), TimeUnit.NANOSECONDS)
			.handle((reply, failure) -> {
				if (failure == null) {
					call.gate().answered();
					return call.parse(reply);
				}
				if (unwrap(failure) instanceof TimeoutException timeout) {
					throw new UnansweredException(timeout,
							call.gate().abandon(answered, timeout).thenApply(call::parse));
				}
				throw failed(call, failure);
			});
	}

	void delete(byte[] key) {
		Call call = call(key);
		Arrival arrival = Arrival.now();
		await(call, send(call, (connection) -> connection.delete(key), arrival, ServerGate::enter), arrival,
				(ex, late) -> StoreFailures.of(Kind.TIMEOUT, ex));
	}

	/**
	 * By what a charge of a key that is made now can later be told from one that may have
	 * been lost.
	 * @see ServerGate#origin()
	 */
	long origin(byte[] key) {
		return call(key).origin();
	}

	private Call call(byte[] key) {
		OpenLink open = this.link.current();
		ServerGate gate = open.gates().of(open.connection().server(key));
		return new Call(open, gate, gate.origin());
	}

	private <T> CompletableFuture<T> send(Call call, Function<ScriptConnection, CompletionStage<T>> command,
			Arrival arrival, Consumer<ServerGate> entrance) {
		if (arrival.nanosLeft(this.timeout) <= 0) {
			throw StoreFailures.of(Kind.TIMEOUT, null);
		}
		entrance.accept(call.gate());
		try {
			return command.apply(call.connection()).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			throw failed(call, ex);
		}
	}

	private <T> T await(Call call, CompletableFuture<T> sent, Arrival arrival,
			BiFunction<Exception, CompletableFuture<T>, RuntimeException> unanswered) {
		try {
			T reply = sent.get(arrival.nanosLeft(this.timeout), TimeUnit.NANOSECONDS);
			call.gate().answered();
			return reply;
		}
		catch (TimeoutException ex) {
			throw unanswered.apply(ex, call.gate().abandon(sent, ex));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw unanswered.apply(ex, call.gate().leave(sent));
		}
		catch (ExecutionException ex) {
			throw failed(call, ex);
		}
	}

	private RateLimitStoreException failed(Call call, Throwable failure) {
		RateLimitStoreException translated = call.translate(failure);
		call.gate().failed(translated);
		if (StoreFailures.isReadOnly(translated)) {
			this.link.reopen(call.link());
		}
		return translated;
	}

	private static Throwable unwrap(Throwable failure) {
		Throwable cause = failure.getCause();
		boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
		return (wrapper && cause != null) ? unwrap(cause) : failure;
	}

	/**
	 * Where a call goes.
	 */
	private record Call(OpenLink link, ServerGate gate, long origin) {

		ScriptConnection connection() {
			return this.link.connection();
		}

		ScriptReply parse(byte[] reply) {
			return ScriptReply.parse(reply, this.origin);
		}

		RateLimitStoreException translate(Throwable failure) {
			Throwable cause = unwrap(failure);
			return (cause instanceof RateLimitStoreException translated) ? translated : connection().translate(cause);
		}

	}

}
