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
import java.time.InstantSource;
import java.util.function.Function;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Keeps what callers have used in Redis, so that all instances share exact limits. Every
 * decision is one atomic script call on the clock of the server. One class serves all
 * algorithms. Thread-safe.
 * <p>
 * The store has a connection of its own, derived from the application's settings; it is
 * not a {@link RedisConnectionFactory} itself, so nothing of the application's backs off
 * because of it.
 *
 * @since 0.1.0
 */
public final class RedisStore implements RateLimitStore, AutoCloseable {

	/** Deadline of a call unless said otherwise. */
	public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(50);

	private final RedisLink link;

	private final ScriptRunner runner;

	private final String prefix;

	private final Function<Algorithm, Script> scripts;

	private final @Nullable InstantSource clock;

	private final SelfTest selfTest;

	/**
	 * Create a store beside an application's connections.
	 * @param application tells the server, credentials, TLS, database and resources; must
	 * be a {@code LettuceConnectionFactory} or a {@code JedisConnectionFactory}
	 * @param prefix begins every key: 1 to 60 of {@code [A-Za-z0-9:._-]}
	 * @param timeout deadline of a call, from sending to answer, positive
	 * @throws IllegalArgumentException if an argument is out of bounds
	 */
	public RedisStore(RedisConnectionFactory application, String prefix, Duration timeout) {
		this(new RedisLink(ScriptConnections.beside(application, timeout)), prefix, timeout, Script::of, null);
	}

	/**
	 * Create a store as tests need it.
	 * @param link the link, closed with the store
	 * @param prefix begins every key
	 * @param timeout deadline of a call
	 * @param scripts the scripts
	 * @param clock the clock that scripts are told; without it the server's own counts
	 */
	RedisStore(RedisLink link, String prefix, Duration timeout, Function<Algorithm, Script> scripts,
			@Nullable InstantSource clock) {
		if (timeout.isNegative() || timeout.isZero()) {
			throw new IllegalArgumentException("timeout must be positive, not " + timeout);
		}
		this.prefix = StoreKeys.checkPrefix(prefix);
		this.scripts = scripts;
		this.clock = clock;
		this.link = link;
		this.runner = new ScriptRunner(link, timeout);
		ScriptRunner patient = new ScriptRunner(link, SelfTest.DEADLINE);
		this.selfTest = new SelfTest(link, prefix, (policy) -> redisLimiter(policy, patient));
	}

	/**
	 * Whether a store can be created beside an application's connections.
	 * @param application the application's connection factory
	 * @return {@code true} if it is one of Lettuce or of Jedis
	 */
	public static boolean supports(RedisConnectionFactory application) {
		return ScriptConnections.isSupported(application);
	}

	@Override
	public RateLimiter limiter(RateLimitPolicy policy) {
		return redisLimiter(policy);
	}

	RedisRateLimiter redisLimiter(RateLimitPolicy policy) {
		return redisLimiter(policy, this.runner);
	}

	private RedisRateLimiter redisLimiter(RateLimitPolicy policy, ScriptRunner runner) {
		ReplyReader reader = ReplyReader.of(policy);
		return new RedisRateLimiter(policy, this.scripts.apply(policy.algorithm()), runner,
				new StoreKeys(this.prefix, policy), reader, new ScriptArguments(policy, reader::phase, this.clock));
	}

	/**
	 * A script that keeps something beside the limits.
	 * @param name name of the script, a resource beside {@code common.lua}
	 * @param key what follows the prefix in the one key that it uses
	 * @return the script
	 */
	public StoreScript script(String name, String key) {
		return new StoreScript(Script.beside(name), this.runner, this.prefix + ":" + key, this.clock);
	}

	/**
	 * What every key begins with.
	 * @return the prefix, 1 to 60 characters
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Wait until Redis has been reached and knows the scripts.
	 * @param timeout how long to wait at most
	 * @return whether it has been reached; if not, connecting goes on in the background
	 */
	public boolean awaitReady(Duration timeout) {
		return this.link.awaitOpen(timeout);
	}

	/**
	 * Find out whether Redis does all that the limiter needs, by doing it once on a key
	 * that is deleted afterwards. May be called again at any time.
	 * @param patience how long to wait for Redis to be reached
	 * @return what the server is; in a cluster, one of its servers
	 * @throws SelfTestException if Redis refuses something until an operator changes it
	 * @throws RateLimitStoreException if it gives no answer for reasons that may pass
	 */
	public Inspection inspect(Duration patience) {
		return this.selfTest.run(patience);
	}

	/**
	 * What the last {@link #inspect inspection} found the server to be.
	 * @return absent before an inspection has got that far
	 */
	public @Nullable Inspection inspection() {
		return this.selfTest.inspection();
	}

	/**
	 * What Redis refused at the last {@link #inspect inspection} that came to an end.
	 * @return absent if it refused nothing
	 */
	public @Nullable SelfTestException refusal() {
		return this.selfTest.refusal();
	}

	@Override
	public void close() {
		this.link.close();
	}

}
