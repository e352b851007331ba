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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Derives the limiter's own connection factory from the application's: the same server,
 * credentials, TLS, database and client resources, but options that a limiter must have.
 * <ul>
 * <li>Commands are refused while disconnected, not queued.</li>
 * <li>Commands in flight when a connection breaks are never sent again: one request would
 * be charged twice.</li>
 * <li>Reconnecting is tried at least once a second: the default backs off to half a
 * minute.</li>
 * </ul>
 */
final class OwnLettuceFactory implements AutoCloseable {

	private static final Duration MAX_CONNECT_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration RECONNECT_AT_MOST = Duration.ofMillis(500);

	/**
	 * Long enough for a server that is only busy, or frozen for a moment, to answer what
	 * it was sent: what it charged can then be given back.
	 */
	private static final Duration MAX_SILENCE = Duration.ofSeconds(8);

	private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(2);

	private static final String ONLY_SERVER = "";

	private static final NettyCustomizer NOTHING_CUSTOM = new NettyCustomizer() {
	};

	private final ClientResources resources;

	private final LettuceConnectionFactory factory;

	private final AbstractRedisClient client;

	OwnLettuceFactory(LettuceConnectionFactory application) {
		this.resources = resources(application);
		this.factory = new LettuceConnectionFactory(configuration(application),
				clientConfiguration(application, this.resources));
		this.factory.setShareNativeConnection(true);
		this.factory.setValidateConnection(false);
		this.factory.afterPropertiesSet();
		this.factory.start();
		this.client = this.factory.getRequiredNativeClient();
	}

	RedisConnection connection() {
		return this.factory.getConnection();
	}

	/**
	 * Which server has a key, as far as the client knows.
	 */
	String server(byte[] key) {
		if (!(this.client instanceof RedisClusterClient cluster)) {
			return ONLY_SERVER;
		}
		RedisClusterNode node = cluster.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
		return (node != null) ? node.getNodeId() : ONLY_SERVER;
	}

	/**
	 * Be told when the connection to the only server breaks. In a cluster any of many
	 * connections may, those that only ask for the topology among them; there the failed
	 * calls tell.
	 */
	void onDisconnect(Runnable listener) {
		if (!this.factory.isClusterAware()) {
			this.client.addListener(new RedisConnectionStateListener() {

				@Override
				public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
					listener.run();
				}

			});
		}
	}

	/**
	 * Event loops and timers that belong to the application stay open.
	 */
	@Override
	public void close() {
		this.factory.destroy();
		this.resources.shutdown(0, 0, TimeUnit.MILLISECONDS).syncUninterruptibly();
	}

	private static ClientResources resources(LettuceConnectionFactory application) {
		Optional<ClientResources> theirs = application.getClientConfiguration().getClientResources();
		NettyCustomizer customizer = theirs.map(ClientResources::nettyCustomizer).orElse(NOTHING_CUSTOM);
		return theirs.map(ClientResources::mutate)
			.orElseGet(ClientResources::builder)
			.nettyCustomizer(new NettyCustomizer() {

				@Override
				public void afterBootstrapInitialized(Bootstrap bootstrap) {
					customizer.afterBootstrapInitialized(bootstrap);
				}

				@Override
				public void afterChannelInitialized(Channel channel) {
					customizer.afterChannelInitialized(channel);
					SilenceGuard.over(channel, MAX_SILENCE);
				}

			})
			.reconnectDelay(() -> Delay.exponential(Duration.ofMillis(1), RECONNECT_AT_MOST, 2, TimeUnit.MILLISECONDS))
			.build();
	}

	private static RedisConfiguration configuration(LettuceConnectionFactory application) {
		if (application.isClusterAware()) {
			return present(application.getClusterConfiguration());
		}
		if (application.isRedisSentinelAware()) {
			return present(application.getSentinelConfiguration());
		}
		RedisConfiguration socket = application.getSocketConfiguration();
		return (socket != null) ? socket : application.getStandaloneConfiguration();
	}

	private static <T> T present(@Nullable T configuration) {
		if (configuration == null) {
			throw new IllegalStateException("the application's RedisConnectionFactory has no configuration to copy");
		}
		return configuration;
	}

	private static LettuceClientConfiguration clientConfiguration(LettuceConnectionFactory application,
			ClientResources resources) {
		LettuceClientConfiguration theirs = application.getClientConfiguration();
		LettuceClientConfigurationBuilder ours = LettuceClientConfiguration.builder();
		if (theirs.isUseSsl()) {
			LettuceSslClientConfigurationBuilder ssl = ours.useSsl().verifyPeer(theirs.getVerifyMode());
			if (theirs.isStartTls()) {
				ssl.startTls();
			}
		}
		theirs.getRedisCredentialsProviderFactory().ifPresent(ours::redisCredentialsProviderFactory);
		return ours.clientResources(resources)
			.clientName(theirs.getClientName().orElse("ratelimit"))
			.clientOptions(clientOptions(theirs.getClientOptions().orElseGet(ClientOptions::create),
					application.isClusterAware()))
			.commandTimeout(MAX_CONNECT_TIMEOUT)
			.shutdownTimeout(Duration.ZERO)
			.shutdownQuietPeriod(Duration.ZERO)
			.build();
	}

	private static ClientOptions clientOptions(ClientOptions theirs, boolean cluster) {
		SocketOptions socket = theirs.getSocketOptions();
		ClientOptions ours = theirs.mutate()
			.autoReconnect(true)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.replayFilter((command) -> true)
			// the deadline is ours, and what was sent counts as under way until it is
			// answered
			.timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
			.socketOptions((socket.getConnectTimeout().compareTo(MAX_CONNECT_TIMEOUT) > 0)
					? socket.mutate().connectTimeout(MAX_CONNECT_TIMEOUT).build() : socket)
			.build();
		if (!cluster) {
			return ours;
		}
		ClusterClientOptions.Builder options = ClusterClientOptions.builder(ours);
		options.topologyRefreshOptions(
				ClusterTopologyRefreshOptions.builder().enablePeriodicRefresh(TOPOLOGY_REFRESH).build());
		return options.build();
	}

}
