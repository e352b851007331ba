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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import dev.ratelimit.Arrival;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.algorithm.RequestCheck;

/**
 * Decides by one script call per request, on the clock of the Redis server.
 */
final class RedisRateLimiter implements RateLimiter {

	/**
	 * No debt beyond twice the capacity is charged; more would not even be exact in Lua.
	 */
	private static final long MAX_DEBT = 4_000_000_000_000L;

	private final RateLimitPolicy policy;

	private final Script script;

	private final ScriptRunner runner;

	private final StoreKeys keys;

	private final ReplyReader reader;

	private final ScriptArguments arguments;

	private final RequestCheck check;

	RedisRateLimiter(RateLimitPolicy policy, Script script, ScriptRunner runner, StoreKeys keys, ReplyReader reader,
			ScriptArguments arguments) {
		this.policy = policy;
		this.script = script;
		this.runner = runner;
		this.keys = keys;
		this.reader = reader;
		this.arguments = arguments;
		this.check = new RequestCheck(policy, Source.STORE);
	}

	@Override
	public RateLimitPolicy policy() {
		return this.policy;
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		return tryAcquire(key, permits, Arrival.now());
	}

	@Override
	public Decision tryAcquire(String key, long permits, Arrival arrival) {
		Decision refusal = this.check.acquire(permits);
		if (refusal != null) {
			return refusal;
		}
		try {
			return acquired(this.runner.run(this.script, this.keys.of(key), this.arguments.acquire(key, permits, 1, 0),
					arrival), key, permits, 0);
		}
		catch (UnansweredException ex) {
			throw ex.toStoreException((reply) -> acquired(reply, key, permits, 0));
		}
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return tryAcquireAsync(key, permits, Arrival.now());
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits, Arrival arrival) {
		Decision refusal = this.check.acquire(permits);
		if (refusal != null) {
			return CompletableFuture.completedFuture(refusal);
		}
		return decide(key, this.arguments.acquire(key, permits, 1, 0), arrival,
				(reply) -> acquired(reply, key, permits, 0));
	}

	private CompletionStage<Decision> decide(String key, byte[][] arguments, Arrival arrival,
			Function<ScriptReply, Decision> reader) {
		return this.runner.runAsync(this.script, this.keys.of(key), arguments, arrival).handle((reply, failure) -> {
			if (failure == null) {
				return reader.apply(reply);
			}
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			throw (cause instanceof UnansweredException unanswered) ? unanswered.toStoreException(reader)
					: new CompletionException(cause);
		});
	}

	/**
	 * Decide on equal requests in one call, in order: a prefix of them is granted.
	 * @param key whose limit
	 * @param permits permits of each request, 1 to the capacity
	 * @param count how many requests
	 * @return a decision for each, just as single calls at one moment would have decided
	 */
	List<Decision> tryAcquire(String key, long permits, int count) {
		ScriptReply reply = this.runner.run(this.script, this.keys.of(key),
				this.arguments.acquire(key, permits, count, 0), Arrival.now());
		List<Decision> decisions = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			decisions.add(acquired(reply, key, permits, i));
		}
		return decisions;
	}

	private Decision acquired(ScriptReply reply, String key, long permits, int index) {
		return this.reader.acquired(reply, key, permits, index)
			.toDecision(this.policy, key, Source.STORE, reply.origin());
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		Decision refusal = this.check.charge(permits);
		if (refusal != null) {
			return CompletableFuture.completedFuture(refusal);
		}
		if (permits == 0) {
			return tryAcquireAsync(key, 0);
		}
		return decide(key, this.arguments.acquire(key, 0, 1, Math.min(permits, MAX_DEBT)), Arrival.now(),
				(reply) -> this.reader.charged(reply).toDecision(this.policy, key, Source.STORE, reply.origin()));
	}

	/**
	 * Nothing is given back to a server that may have lost the charge, in a failover or a
	 * restart: from what others have used since, that would be a credit.
	 */
	@Override
	public CompletionStage<Void> release(Charge charge) {
		if (!this.check.release(charge)) {
			return CompletableFuture.completedFuture(null);
		}
		byte[] key = this.keys.of(charge.key());
		try {
			if (this.runner.origin(key) != charge.origin()) {
				throw new RateLimitStoreException(Kind.CONNECTION,
						"Redis may have lost the charge, which is therefore not given back", null);
			}
		}
		catch (RateLimitStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		return this.runner.giveBack(this.script, key, this.arguments.release(charge)).handle((reply, failure) -> {
			if (failure == null) {
				return null;
			}
			throw (failure instanceof UnansweredException) ? StoreFailures.of(Kind.TIMEOUT, failure)
					: new CompletionException(failure);
		});
	}

	@Override
	public void reset(String key) {
		this.runner.delete(this.keys.of(key));
	}

}
