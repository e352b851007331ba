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
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Does once all that the limiter will ever do, on a key of its own, so that what Redis
 * refuses is known before a request depends on it: one call of each script that takes and
 * refuses, gives back, and deletes. The key is one that nobody else has, is gone
 * afterwards, and expires within seconds should deleting fail. Thread-safe.
 */
final class SelfTest {

	/** Long enough for the first use of everything, classes of the client included. */
	static final Duration DEADLINE = Duration.ofSeconds(2);

	private static final Duration LOOK_EVERY = Duration.ofMillis(20);

	private final RedisLink link;

	private final String prefix;

	private final Function<RateLimitPolicy, RedisRateLimiter> limiters;

	private volatile @Nullable Inspection inspection;

	private volatile @Nullable SelfTestException refusal;

	/**
	 * Create the test.
	 * @param link the link, opened by itself
	 * @param prefix what keys begin with
	 * @param limiters make limiters with {@link #DEADLINE}
	 */
	SelfTest(RedisLink link, String prefix, Function<RateLimitPolicy, RedisRateLimiter> limiters) {
		this.link = link;
		this.prefix = prefix;
		this.limiters = limiters;
	}

	/**
	 * Run the test.
	 * @param patience how long to wait for Redis to be reached
	 * @throws SelfTestException if Redis refuses something for good
	 * @throws RateLimitStoreException if it does not answer now
	 */
	Inspection run(Duration patience) {
		try {
			awaitOpen(patience);
			Inspection found = step("run a script by its text", this::askServer);
			this.inspection = found;
			requireVersion(found.version());
			for (Algorithm algorithm : Algorithm.values()) {
				tryOut(algorithm);
			}
			this.refusal = null;
			return found;
		}
		catch (SelfTestException ex) {
			this.refusal = ex;
			throw ex;
		}
	}

	@Nullable Inspection inspection() {
		return this.inspection;
	}

	@Nullable SelfTestException refusal() {
		return this.refusal;
	}

	static void requireVersion(@Nullable String version) {
		if (version != null && ServerFacts.isTooOld(version)) {
			throw Refusals.tooOld(version);
		}
	}

	private void awaitOpen(Duration patience) {
		long start = System.nanoTime();
		while (!this.link.awaitOpen(LOOK_EVERY)) {
			RateLimitStoreException failure = this.link.failure();
			if (failure != null && failure.kind() == Kind.PERMANENT) {
				throw Refusals.of("let the limiter connect", failure, this.prefix);
			}
			if (System.nanoTime() - start >= patience.toNanos() || Thread.currentThread().isInterrupted()) {
				throw new RateLimitStoreException((failure != null) ? failure.kind() : Kind.CONNECTION,
						"Redis cannot be reached yet", failure);
			}
		}
	}

	private Inspection askServer() {
		RateLimitPolicy policy = RateLimitPolicy.builder("self-test").limits("1/1s").build();
		return ServerFacts.ask(this.link.current().connection(), new StoreKeys(this.prefix, policy).of(key()),
				DEADLINE);
	}

	private void tryOut(Algorithm algorithm) {
		String name = algorithm.name().toLowerCase(Locale.ROOT).replace('_', ' ');
		RedisRateLimiter limiter = this.limiters.apply(policy(algorithm));
		String key = key();
		try {
			List<Decision> decisions = step("decide by " + name, () -> limiter.tryAcquire(key, 1, 2));
			step("give back by " + name, () -> release(limiter, decisions.get(0)));
		}
		catch (RateLimitStoreException ex) {
			try {
				limiter.reset(key);
			}
			catch (RateLimitStoreException also) {
				ex.addSuppressed(also);
			}
			throw ex;
		}
		step("delete a key", () -> {
			limiter.reset(key);
			return true;
		});
	}

	/**
	 * Of two permits one is refused; where that leaves a mark, every command of the
	 * script has been run.
	 */
	private static RateLimitPolicy policy(Algorithm algorithm) {
		return RateLimitPolicy.builder("self-test")
			.algorithm(algorithm)
			.limits("1/1s")
			.countRejected(algorithm == Algorithm.SLIDING_WINDOW_LOG)
			.build();
	}

	private static boolean release(RedisRateLimiter limiter, Decision decision) {
		if (decision.charge() != null) {
			limiter.release(decision.charge())
				.toCompletableFuture()
				.orTimeout(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)
				.join();
		}
		return true;
	}

	private <T> T step(String what, Step<T> step) {
		RateLimitStoreException failure;
		try {
			return step.run();
		}
		catch (UnansweredException ex) {
			throw StoreFailures.of(Kind.TIMEOUT, ex);
		}
		catch (CompletionException ex) {
			failure = storeFailure(ex);
		}
		catch (RateLimitStoreException ex) {
			failure = ex;
		}
		throw (failure.kind() == Kind.PERMANENT) ? Refusals.of(what, failure, this.prefix) : failure;
	}

	private static RateLimitStoreException storeFailure(CompletionException failure) {
		for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
			if (cause instanceof RateLimitStoreException known) {
				return known;
			}
		}
		return StoreFailures.of(Kind.TIMEOUT, failure);
	}

	private static String key() {
		return "self-test|" + UUID.randomUUID();
	}

	/**
	 * What is tried.
	 *
	 * @param <T> what comes of it
	 */
	private interface Step<T> {

		T run();

	}

}
