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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One shared Lettuce connection. It is opened in the background, so that neither start-up
 * nor a request ever waits for a server that is not there; once opened, Lettuce keeps it
 * open.
 */
final class LettuceScriptConnection implements ScriptConnection, AutoCloseable {

	private static final Log logger = LogFactory.getLog(LettuceScriptConnection.class);

	private static final Duration RETRY_EVERY = Duration.ofMillis(500);

	private final OwnLettuceFactory factory;

	private final CountDownLatch opened = new CountDownLatch(1);

	private final CountDownLatch closed = new CountDownLatch(1);

	private final Thread opener;

	private volatile @Nullable RedisClusterAsyncCommands<byte[], byte[]> commands;

	private volatile @Nullable RateLimitStoreException failure;

	LettuceScriptConnection(OwnLettuceFactory factory) {
		this.factory = factory;
		this.opener = new Thread(this::open, "ratelimit-redis-connect");
		this.opener.setDaemon(true);
		this.opener.start();
	}

	/**
	 * Open a connection beside an application's own.
	 * @param application the application's factory, which only tells the settings
	 */
	static LettuceScriptConnection beside(RedisConnectionFactory application) {
		if (application instanceof LettuceConnectionFactory lettuce) {
			return new LettuceScriptConnection(new OwnLettuceFactory(lettuce));
		}
		throw new IllegalArgumentException(
				"the Redis store needs a LettuceConnectionFactory, not " + application.getClass().getName());
	}

	private void open() {
		try {
			while (!tryOpen() && !this.closed.await(RETRY_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.debug("Trying again to connect to Redis");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@SuppressWarnings("unchecked")
	private boolean tryOpen() {
		try {
			RedisConnection connection = this.factory.connection();
			loadScripts(connection);
			this.commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
			this.opened.countDown();
			return true;
		}
		catch (RuntimeException ex) {
			RateLimitStoreException failure = StoreFailures.translate(NestedExceptionUtils.getMostSpecificCause(ex));
			if (this.failure == null) {
				logger.warn("Could not connect to Redis, trying again every %d ms: %s".formatted(RETRY_EVERY.toMillis(),
						NestedExceptionUtils.getMostSpecificCause(ex).getMessage()));
			}
			this.failure = failure;
			logger.debug("Could not connect to Redis", ex);
			return false;
		}
	}

	/**
	 * Saves the first requests from sending the texts. An account that may not load
	 * scripts can still run them.
	 */
	private static void loadScripts(RedisConnection connection) {
		try {
			for (Script script : Script.all()) {
				connection.scriptingCommands().scriptLoad(script.text());
			}
		}
		catch (RuntimeException ex) {
			logger.debug("Could not load scripts in advance", ex);
		}
	}

	/**
	 * Wait until the connection was opened for the first time.
	 * @param timeout how long
	 * @return whether it is open
	 */
	boolean awaitOpen(Duration timeout) {
		try {
			return this.opened.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public CompletionStage<byte[]> evalsha(String sha1, byte[] key, byte[][] arguments) {
		return commands().evalsha(sha1, ScriptOutputType.VALUE, new byte[][] { key }, arguments);
	}

	@Override
	public CompletionStage<byte[]> eval(byte[] text, byte[] key, byte[][] arguments) {
		return commands().eval(text, ScriptOutputType.VALUE, new byte[][] { key }, arguments);
	}

	@Override
	public CompletionStage<Long> delete(byte[] key) {
		return commands().unlink(key);
	}

	private RedisClusterAsyncCommands<byte[], byte[]> commands() {
		RedisClusterAsyncCommands<byte[], byte[]> commands = this.commands;
		if (commands == null) {
			RateLimitStoreException failure = this.failure;
			Kind kind = (failure != null) ? failure.kind() : Kind.CONNECTION;
			throw new RateLimitStoreException(kind, "Redis has not been reached yet", failure);
		}
		return commands;
	}

	@Override
	public void close() {
		this.closed.countDown();
		this.opener.interrupt();
		this.factory.close();
	}

}
