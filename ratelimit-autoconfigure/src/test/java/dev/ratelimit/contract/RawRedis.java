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

package dev.ratelimit.contract;

import java.util.List;
import java.util.Map;

import dev.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * Looks at what lies in the shared Redis, past any store.
 */
final class RawRedis implements AutoCloseable {

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	RawRedis() {
		RedisServer server = RedisServer.shared();
		this.client = RedisClient.create(RedisURI.create(server.host(), server.port()));
		this.connection = this.client.connect();
	}

	List<String> keys(String prefix) {
		return commands().keys(prefix + ":*");
	}

	/**
	 * All that a key holds, as text.
	 */
	String dump(String key) {
		return switch (commands().type(key)) {
			case "string" -> commands().get(key);
			case "hash" -> Map.copyOf(commands().hgetall(key)).toString();
			case "zset" -> commands().zrangeWithScores(key, 0, -1).toString();
			default -> throw new IllegalStateException(commands().type(key));
		};
	}

	byte[] bytes(String key) {
		return commands().dump(key);
	}

	long ttlMillis(String key) {
		return commands().pttl(key);
	}

	long marks(String key) {
		return commands().zcard(key);
	}

	void delete(String key) {
		commands().del(key);
	}

	private RedisCommands<String, String> commands() {
		return this.connection.sync();
	}

	@Override
	public void close() {
		this.connection.close();
		this.client.shutdown();
	}

}
