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
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * The settings of an application's Jedis connections, turned into those of ours.
 */
final class JedisSettings {

	private static final Duration MAX_CONNECT_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * After how long a silent connection is given up: long enough for a server that is
	 * only busy, or frozen for a moment, to answer what it was sent.
	 */
	private static final Duration MAX_SILENCE = Duration.ofSeconds(8);

	private final JedisConnectionFactory application;

	JedisSettings(JedisConnectionFactory application) {
		this.application = application;
	}

	@Nullable RedisClusterConfiguration cluster() {
		return this.application.getClusterConfiguration();
	}

	@Nullable RedisSentinelConfiguration sentinel() {
		return this.application.getSentinelConfiguration();
	}

	HostAndPort standalone() {
		RedisStandaloneConfiguration standalone = this.application.getStandaloneConfiguration();
		return (standalone != null) ? new HostAndPort(standalone.getHostName(), standalone.getPort())
				: new HostAndPort(this.application.getHostName(), this.application.getPort());
	}

	static Set<HostAndPort> addresses(Collection<RedisNode> nodes) {
		return nodes.stream()
			.map((node) -> new HostAndPort(String.valueOf(node.getHost()),
					(node.getPort() != null) ? node.getPort() : RedisNode.DEFAULT_PORT))
			.collect(Collectors.toSet());
	}

	/**
	 * How to talk to servers that have our keys.
	 */
	JedisClientConfig client() {
		RedisClusterConfiguration cluster = cluster();
		RedisSentinelConfiguration sentinel = sentinel();
		WithAuthentication account = (cluster != null) ? cluster
				: (sentinel != null) ? sentinel : this.application.getStandaloneConfiguration();
		String user = (account != null) ? account.getUsername() : null;
		RedisPassword password = (account != null) ? account.getPassword()
				: RedisPassword.of(this.application.getPassword());
		return config(user, password, (cluster != null) ? 0 : this.application.getDatabase());
	}

	/**
	 * How to talk to Sentinels.
	 */
	JedisClientConfig sentinelClient(RedisSentinelConfiguration sentinel) {
		return config(sentinel.getSentinelUsername(), sentinel.getSentinelPassword(), 0);
	}

	/**
	 * The customizer has another name since Spring Data 4.1, which still knows this one.
	 */
	@SuppressWarnings("deprecation")
	private JedisClientConfig config(@Nullable String user, RedisPassword password, int database) {
		JedisClientConfiguration theirs = this.application.getClientConfiguration();
		DefaultJedisClientConfig.Builder ours = DefaultJedisClientConfig.builder();
		theirs.getCustomizer().ifPresent((customizer) -> customizer.customize(ours));
		if (theirs.isUseSsl()) {
			ours.ssl(true);
			theirs.getSslSocketFactory().ifPresent(ours::sslSocketFactory);
			theirs.getSslParameters().ifPresent(ours::sslParameters);
			theirs.getHostnameVerifier().ifPresent(ours::hostnameVerifier);
		}
		if (user != null) {
			ours.user(user);
		}
		password.toOptional().map(String::valueOf).ifPresent(ours::password);
		return ours.clientName(theirs.getClientName().orElse("ratelimit"))
			.database(database)
			.connectionTimeoutMillis((int) shorter(theirs.getConnectTimeout(), MAX_CONNECT_TIMEOUT).toMillis())
			.socketTimeoutMillis((int) MAX_SILENCE.toMillis())
			.build();
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.isZero() || one.compareTo(other) > 0) ? other : one;
	}

	/**
	 * Connections to one server: one for each thread that may ask at once.
	 * @param most how many threads there are
	 */
	static GenericObjectPoolConfig<Connection> pool(int most) {
		GenericObjectPoolConfig<Connection> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(most);
		pool.setMaxIdle(most);
		pool.setJmxEnabled(false);
		return pool;
	}

}
