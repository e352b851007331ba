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

package dev.ratelimit.testing;

import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link RedisServer}.
 */
class RedisServerTests {

	@Test
	void sharedServerIsOneAndAnswers() {
		assertThat(RedisServer.shared()).isSameAs(RedisServer.shared());
		assertThat(RedisServer.shared().ask("PING")).isEqualTo("+PONG");
	}

	@Test
	void serversAreApart() {
		try (RedisServer one = RedisServer.launch(); RedisServer other = RedisServer.launch()) {
			one.ask("SET key value");
			assertThat(other.ask("EXISTS key")).isEqualTo(":0");
		}
	}

	@Test
	void extraArgumentsReachTheServer() {
		try (RedisServer server = RedisServer.launch("--requirepass", "secret")) {
			assertThat(server.ask("PING")).startsWith("-NOAUTH");
		}
	}

	@Test
	void serverThatCannotStartTellsWhy() {
		assertThatIllegalStateException().isThrownBy(() -> RedisServer.launch("--no-such-option", "1"))
			.withMessageContaining("no-such-option");
	}

	@Test
	void pausedServerAnswersOnlyOnceItIsResumed() throws Exception {
		try (RedisServer server = RedisServer.launch(); Socket socket = new Socket(server.host(), server.port())) {
			socket.setSoTimeout(100);
			server.pause();
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
			InputStream replies = socket.getInputStream();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(replies::read);
			server.resume();
			socket.setSoTimeout(10_000);
			assertThat(replies.readNBytes(5)).asString().isEqualTo("+PONG");
		}
	}

	@Test
	void stoppedServerRefusesAndComesBackEmptyOnTheSamePort() {
		try (RedisServer server = RedisServer.launch()) {
			int port = server.port();
			server.ask("SET key value");
			server.stop();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> server.ask("PING"))
				.withCauseInstanceOf(ConnectException.class);
			server.start();
			assertThat(server.port()).isEqualTo(port);
			assertThat(server.ask("EXISTS key")).isEqualTo(":0");
		}
	}

	@Test
	void closeKillsEvenAPausedServer() {
		RedisServer server = RedisServer.launch();
		server.pause();
		server.close();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> server.ask("PING"))
			.withCauseInstanceOf(ConnectException.class);
	}

}
