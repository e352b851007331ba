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

import java.util.concurrent.CompletionStage;

import dev.ratelimit.RateLimitStoreException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One Lettuce connection that all threads share, to a single server or to all of a
 * cluster. Lettuce keeps it open.
 */
final class LettuceScriptConnection implements ScriptConnection {

	private static final Log logger = LogFactory.getLog(LettuceScriptConnection.class);

	private final OwnLettuceFactory factory;

	private volatile @Nullable RedisClusterAsyncCommands<byte[], byte[]> commands;

	LettuceScriptConnection(LettuceConnectionFactory application) {
		this.factory = new OwnLettuceFactory(application);
	}

	@Override
	@SuppressWarnings("unchecked")
	public void open(Runnable broken) {
		RedisConnection connection = this.factory.connection();
		loadScripts(connection);
		this.commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
		this.factory.onDisconnect(broken);
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

	@Override
	public String server(byte[] key) {
		return this.factory.server(key);
	}

	@Override
	public CompletionStage<byte[]> evalsha(Script script, byte[] key, byte[][] arguments) {
		return commands().evalsha(script.sha1(), ScriptOutputType.VALUE, new byte[][] { key }, arguments);
	}

	@Override
	public CompletionStage<byte[]> eval(Script script, byte[] key, byte[][] arguments) {
		return commands().eval(script.text(), ScriptOutputType.VALUE, new byte[][] { key }, arguments);
	}

	@Override
	public CompletionStage<Long> delete(byte[] key) {
		return commands().unlink(key);
	}

	private RedisClusterAsyncCommands<byte[], byte[]> commands() {
		RedisClusterAsyncCommands<byte[], byte[]> commands = this.commands;
		if (commands == null) {
			throw new IllegalStateException("not open");
		}
		return commands;
	}

	@Override
	public RateLimitStoreException translate(Throwable failure) {
		return LettuceFailures.translate(failure);
	}

	@Override
	public void close() {
		this.factory.close();
	}

}
