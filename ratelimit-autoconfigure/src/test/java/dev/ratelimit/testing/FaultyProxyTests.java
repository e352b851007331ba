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

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FaultyProxy}.
 */
class FaultyProxyTests {

	private FaultyProxy proxy;

	private Socket socket;

	@BeforeEach
	void connect() throws IOException {
		this.proxy = new FaultyProxy(RedisServer.shared().port());
		this.socket = open();
	}

	@AfterEach
	void disconnect() throws IOException {
		this.socket.close();
		this.proxy.close();
	}

	@Test
	void passesThroughAtFirst() throws IOException {
		send("PING");
		assertThat(receive()).isEqualTo("+PONG");
	}

	@Test
	void delaysReplies() throws IOException {
		this.proxy.delay(Duration.ofMillis(50));
		long start = System.nanoTime();
		send("PING");
		assertThat(receive()).isEqualTo("+PONG");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
	}

	@Test
	void blackHoleDeliversNothingUntilItEnds() throws IOException {
		this.proxy.blackHole();
		send("PING");
		this.socket.setSoTimeout(100);
		assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(this::receive);
		this.proxy.passThrough();
		this.socket.setSoTimeout(10_000);
		assertThat(receive()).isEqualTo("+PONG");
	}

	@Test
	void blackHoleAcceptsNewConnections() throws IOException {
		this.proxy.blackHole();
		try (Socket another = open()) {
			assertThat(another.isConnected()).isTrue();
		}
	}

	@Test
	void resetBreaksOpenConnectionsOnly() throws IOException {
		send("PING");
		receive();
		this.proxy.reset();
		assertThatExceptionOfType(SocketException.class).isThrownBy(this::receive).withMessageContaining("reset");
		reconnect();
		send("PING");
		assertThat(receive()).isEqualTo("+PONG");
	}

	@Test
	void swallowedReplyLeavesTheCommandCarriedOut() throws IOException {
		RedisServer.shared().ask("DEL swallowed");
		this.proxy.swallowNextReply();
		send("INCR swallowed");
		assertThat(receive()).isEmpty();
		reconnect();
		send("INCR swallowed");
		assertThat(receive()).isEqualTo(":2");
	}

	@Test
	void closedProxyBreaksItsConnections() throws IOException {
		send("PING");
		receive();
		this.proxy.close();
		assertThatExceptionOfType(SocketException.class).isThrownBy(this::receive);
		assertThatExceptionOfType(SocketException.class).isThrownBy(this::open);
	}

	@Test
	void connectionIsBrokenWhenTheServerIsDown() throws IOException {
		try (RedisServer server = RedisServer.launch(); FaultyProxy proxy = new FaultyProxy(server.port())) {
			server.stop();
			try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
				socket.setSoTimeout(10_000);
				assertThatExceptionOfType(SocketException.class).isThrownBy(() -> socket.getInputStream().read());
			}
		}
	}

	private Socket open() throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.proxy.port());
		socket.setSoTimeout(10_000);
		return socket;
	}

	private void reconnect() throws IOException {
		this.socket.close();
		this.socket = open();
	}

	private void send(String command) throws IOException {
		this.socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
	}

	private String receive() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = this.socket.getInputStream().read(); next >= 0
				&& next != '\n'; next = this.socket.getInputStream().read()) {
			line.append((char) next);
		}
		return line.toString().strip();
	}

}
