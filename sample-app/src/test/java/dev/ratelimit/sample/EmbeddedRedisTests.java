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

package dev.ratelimit.sample;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EmbeddedRedis}.
 */
class EmbeddedRedisTests {

	@Test
	void serverLivesAsLongAsTheContext() throws IOException {
		int port;
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			new EmbeddedRedis().initialize(context);
			context.refresh();
			port = context.getEnvironment().getRequiredProperty("spring.data.redis.port", int.class);
			try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
				assertThat(socket.isConnected()).isTrue();
			}
		}
		assertThatExceptionOfType(ConnectException.class)
			.isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port));
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.data.redis.url", "spring.data.redis.host" })
	void staysAwayWhenARedisIsNamed(String property) {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("user", Map.of(property, "elsewhere")));
			new EmbeddedRedis().initialize(context);
			assertThat(context.getEnvironment().getPropertySources().contains("embeddedRedis")).isFalse();
		}
	}

}
