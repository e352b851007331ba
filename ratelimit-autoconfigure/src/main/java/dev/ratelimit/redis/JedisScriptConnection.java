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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.Keyword;
import redis.clients.jedis.exceptions.JedisDataException;

import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Runs scripts by way of Jedis, beside an application's own connections. Jedis blocks
 * until a reply comes, so threads of ours wait for it and callers only for their
 * deadline. A call whose turn comes when nobody waits for it any more is not sent.
 */
final class JedisScriptConnection implements ScriptConnection {

	private static final Log logger = LogFactory.getLog(JedisScriptConnection.class);

	private static final int THREADS = 16;

	/** Calls that wait for a thread; more could not be answered in time anyway. */
	private static final int QUEUE = 1024;

	private final JedisSettings settings;

	private final Duration timeout;

	private final CommandObjects commands = new CommandObjects();

	private final ThreadPoolExecutor threads;

	private volatile @Nullable JedisServers servers;

	/**
	 * Create a connection that is not open yet.
	 * @param application tells the settings
	 * @param timeout how long callers wait
	 */
	JedisScriptConnection(JedisConnectionFactory application, Duration timeout) {
		this.settings = new JedisSettings(application);
		this.timeout = timeout;
		this.threads = new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(QUEUE),
				(task) -> {
					Thread thread = new Thread(task, "ratelimit-jedis");
					thread.setDaemon(true);
					return thread;
				});
		this.threads.allowCoreThreadTimeOut(true);
	}

	/**
	 * A broken connection is noticed only by the call that fails on it, and that call
	 * tells.
	 */
	@Override
	public void open(Runnable broken) {
		JedisServers servers = JedisServers.open(this.settings, THREADS);
		try {
			servers.each().forEach(JedisScriptConnection::loadScripts);
		}
		catch (RuntimeException ex) {
			servers.close();
			throw ex;
		}
		this.servers = servers;
	}

	/**
	 * Saves the first requests from sending the texts. An account that may not load
	 * scripts can still run them.
	 */
	private static void loadScripts(Connection server) {
		try (server) {
			for (Script script : Script.all()) {
				server.executeCommand(new CommandArguments(Command.SCRIPT).add(Keyword.LOAD).add(script.text()));
			}
		}
		catch (JedisDataException ex) {
			logger.debug("Could not load scripts in advance", ex);
		}
	}

	@Override
	public String server(byte[] key) {
		return servers().name(key);
	}

	@Override
	public CompletionStage<byte[]> evalsha(Script script, byte[] key, byte[][] arguments) {
		byte[] sha1 = script.sha1().getBytes(StandardCharsets.US_ASCII);
		return run(key, this.commands.evalsha(sha1, List.of(key), List.of(arguments))).thenApply(byte[].class::cast);
	}

	@Override
	public CompletionStage<byte[]> eval(Script script, byte[] key, byte[][] arguments) {
		return run(key, this.commands.eval(script.text(), List.of(key), List.of(arguments)))
			.thenApply(byte[].class::cast);
	}

	@Override
	public CompletionStage<Long> delete(byte[] key) {
		return run(key, this.commands.unlink(key));
	}

	private <T> CompletionStage<T> run(byte[] key, CommandObject<T> command) {
		JedisServers servers = servers();
		long asked = System.nanoTime();
		try {
			return CompletableFuture.supplyAsync(() -> {
				if (System.nanoTime() - asked > this.timeout.toNanos()) {
					throw StoreFailures.of(Kind.TIMEOUT, null);
				}
				return servers.ask(key, command);
			}, this.threads);
		}
		catch (RejectedExecutionException ex) {
			throw StoreFailures.of(Kind.OVERLOADED, ex);
		}
	}

	private JedisServers servers() {
		JedisServers servers = this.servers;
		if (servers == null) {
			throw new IllegalStateException("not open");
		}
		return servers;
	}

	@Override
	public RateLimitStoreException translate(Throwable failure) {
		return JedisFailures.translate(failure);
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
		JedisServers servers = this.servers;
		if (servers != null) {
			servers.close();
		}
	}

}
