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
import java.util.Collection;
import java.util.List;

import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;

/**
 * Finds the server of a key and asks it, once: what may have been carried out is never
 * sent again, which Jedis's own executors do. Thread-safe.
 */
abstract class JedisServers implements AutoCloseable {

	/**
	 * Connect.
	 * @param settings where to
	 * @param most how many threads ask at once
	 */
	static JedisServers open(JedisSettings settings, int most) {
		RedisClusterConfiguration cluster = settings.cluster();
		if (cluster != null) {
			return new Cluster(settings, cluster, most);
		}
		RedisSentinelConfiguration sentinel = settings.sentinel();
		return (sentinel != null) ? new Sentinel(settings, sentinel, most) : new Standalone(settings, most);
	}

	/**
	 * Which server has a key, by a name.
	 */
	abstract String name(byte[] key);

	/**
	 * Ask the server of a key. Blocks.
	 * @throws JedisConnectionException if it could not be asked or did not reply
	 */
	abstract <T> T ask(byte[] key, CommandObject<T> command);

	/**
	 * A connection to each server that may be asked, to be closed by the caller.
	 */
	abstract Collection<Connection> each();

	@Override
	public abstract void close();

	/** One server. */
	private static final class Standalone extends JedisServers {

		private final ConnectionPool pool;

		Standalone(JedisSettings settings, int most) {
			this.pool = new ConnectionPool(settings.standalone(), settings.client(), JedisSettings.pool(most));
		}

		@Override
		String name(byte[] key) {
			return "";
		}

		@Override
		<T> T ask(byte[] key, CommandObject<T> command) {
			try (Connection connection = this.pool.getResource()) {
				return connection.executeCommand(command);
			}
			catch (JedisConnectionException ex) {
				// the others lead to the same server, and are as dead
				this.pool.clear();
				throw ex;
			}
		}

		@Override
		Collection<Connection> each() {
			return List.of(this.pool.getResource());
		}

		@Override
		public void close() {
			this.pool.close();
		}

	}

	/** The master that the Sentinels name. */
	private static final class Sentinel extends JedisServers {

		private final SentineledConnectionProvider provider;

		Sentinel(JedisSettings settings, RedisSentinelConfiguration sentinel, int most) {
			String master = (sentinel.getMaster() != null) ? sentinel.getMaster().getName() : null;
			this.provider = new SentineledConnectionProvider(String.valueOf(master), settings.client(),
					JedisSettings.pool(most), JedisSettings.addresses(sentinel.getSentinels()),
					settings.sentinelClient(sentinel));
		}

		@Override
		String name(byte[] key) {
			return String.valueOf(this.provider.getCurrentMaster());
		}

		@Override
		<T> T ask(byte[] key, CommandObject<T> command) {
			try (Connection connection = this.provider.getConnection()) {
				return connection.executeCommand(command);
			}
		}

		@Override
		Collection<Connection> each() {
			return List.of(this.provider.getConnection());
		}

		@Override
		public void close() {
			this.provider.close();
		}

	}

	/** A cluster, in which a server may say that another one has the key. */
	private static final class Cluster extends JedisServers {

		private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(2);

		private static final int MAX_REDIRECTIONS = 3;

		private final ClusterConnectionProvider provider;

		Cluster(JedisSettings settings, RedisClusterConfiguration cluster, int most) {
			this.provider = new ClusterConnectionProvider(JedisSettings.addresses(cluster.getClusterNodes()),
					settings.client(), JedisSettings.pool(most), TOPOLOGY_REFRESH);
		}

		@Override
		String name(byte[] key) {
			return String.valueOf(this.provider.getNode(JedisClusterCRC16.getSlot(key)));
		}

		@Override
		<T> T ask(byte[] key, CommandObject<T> command) {
			HostAndPort node = this.provider.getNode(JedisClusterCRC16.getSlot(key));
			if (node == null) {
				this.provider.renewSlotCache();
				throw new JedisConnectionException("no server has the slot of the key");
			}
			return ask(node, false, command, MAX_REDIRECTIONS);
		}

		/**
		 * A server that names another one has not carried out the command.
		 */
		private <T> T ask(HostAndPort node, boolean asking, CommandObject<T> command, int redirections) {
			JedisRedirectionException redirection;
			try (Connection connection = this.provider.getConnection(node)) {
				if (asking) {
					connection.executeCommand(Command.ASKING);
				}
				return connection.executeCommand(command);
			}
			catch (JedisRedirectionException ex) {
				redirection = ex;
			}
			if (redirection instanceof JedisMovedDataException) {
				this.provider.renewSlotCache();
			}
			if (redirections == 0) {
				throw redirection;
			}
			return ask(redirection.getTargetNode(), redirection instanceof JedisAskDataException, command,
					redirections - 1);
		}

		@Override
		Collection<Connection> each() {
			return this.provider.getPrimaryNodesConnectionMap()
				.values()
				.stream()
				.map(ConnectionPool::getResource)
				.toList();
		}

		@Override
		public void close() {
			this.provider.close();
		}

	}

}
