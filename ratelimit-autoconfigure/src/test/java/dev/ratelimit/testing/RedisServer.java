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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;

/**
 * A real Redis server in a process of its own, so that scripts, expiry and faults are the
 * real ones. It listens on loopback only, keeps its files in a directory of its own and
 * persists nothing.
 */
public final class RedisServer implements AutoCloseable {

	private static final InetAddress HOST = InetAddress.getLoopbackAddress();

	private static final int PATIENCE_MILLIS = 10_000;

	private final List<String> command;

	private final Path directory;

	private final int port;

	private final Map<String, String> environment;

	private @Nullable Process process;

	private RedisServer(Map<String, String> environment, List<String> config) throws IOException {
		this.environment = environment;
		this.directory = Files.createTempDirectory("redis");
		this.port = freePort();
		this.command = new ArrayList<>(List.of(RedisBinary.PATH));
		if (config.contains("--sentinel")) {
			// keeps what it knows of its masters in a file
			this.command.add(Files.createFile(this.directory.resolve("sentinel.conf")).toString());
		}
		this.command
			.addAll(List.of("--bind", host(), "--port", String.valueOf(this.port), "--dir", this.directory.toString()));
		if (!config.contains("--sentinel")) {
			this.command.addAll(List.of("--save", "", "--appendonly", "no"));
		}
		this.command.addAll(config);
		Runtime.getRuntime().addShutdownHook(new Thread(this::close));
	}

	/**
	 * The server for every test that neither configures nor breaks it: started when first
	 * asked for, stopped with the JVM. Its data outlives a test, so use keys of your own.
	 * @return the one server of this JVM
	 */
	public static RedisServer shared() {
		return Shared.SERVER;
	}

	/**
	 * Start a server that the caller may do anything to and has to close.
	 * @param config additional arguments, such as {@code "--maxmemory", "2mb"}
	 * @return a server that answers
	 */
	public static RedisServer launch(String... config) {
		return launch(Map.of(), config);
	}

	static RedisServer launch(Map<String, String> environment, String... config) {
		try {
			RedisServer server = new RedisServer(environment, List.of(config));
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public String host() {
		return HOST.getHostAddress();
	}

	public int port() {
		return this.port;
	}

	/**
	 * Start the server again after {@link #stop()}, on the same port and without data.
	 */
	public void start() {
		File log = this.directory.resolve("redis.log").toFile();
		try {
			ProcessBuilder builder = new ProcessBuilder(this.command).redirectErrorStream(true).redirectOutput(log);
			builder.environment().putAll(this.environment);
			this.process = builder.start();
			long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
			while (!answers()) {
				if (!this.process.isAlive() || System.nanoTime() > deadline) {
					stop();
					throw new IllegalStateException(
							"No PONG from " + this.command + ":\n" + Files.readString(log.toPath()));
				}
				LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot run " + this.command, ex);
		}
	}

	/**
	 * Kill the server as a crash would; connections break and new ones are refused.
	 */
	public void stop() {
		if (this.process != null) {
			this.process.destroyForcibly().onExit().orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
		}
	}

	/**
	 * Freeze the process: the kernel still accepts connections but nobody answers, as
	 * during a long fork or a stalled disk.
	 */
	public void pause() {
		signal("STOP");
	}

	/**
	 * Thaw the process. Whatever was sent meanwhile is carried out now.
	 */
	public void resume() {
		signal("CONT");
	}

	/**
	 * Send a command over a connection of its own, to look behind the back of the client
	 * under test or to break something, as {@code SCRIPT FLUSH} does.
	 * @param command an inline command, without quoting
	 * @return the first line of the reply as sent, so {@code +PONG} or {@code :3}
	 */
	public String ask(String command) {
		return converse(command, BufferedReader::readLine);
	}

	/**
	 * As {@link #ask}, for a command that replies with a text of its own, as {@code INFO}
	 * does.
	 * @param command an inline command, without quoting
	 * @return the text
	 */
	public String read(String command) {
		return converse(command, (reader) -> {
			String length = reader.readLine();
			if (length == null || !length.startsWith("$")) {
				throw new IOException("No text but " + length);
			}
			char[] text = new char[Integer.parseInt(length.substring(1))];
			int count = 0;
			while (count < text.length) {
				int more = reader.read(text, count, text.length - count);
				if (more < 0) {
					return null;
				}
				count += more;
			}
			return new String(text);
		});
	}

	private String converse(String command, Reading reading) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(HOST, this.port), PATIENCE_MILLIS);
			socket.setSoTimeout(PATIENCE_MILLIS);
			socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
			String reply = reading
				.from(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
			if (reply == null) {
				throw new IOException("Connection closed before the reply");
			}
			return reply;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Redis on port " + this.port + " did not answer " + command, ex);
		}
	}

	@Override
	public void close() {
		stop();
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean answers() {
		try {
			String reply = ask("PING");
			return reply.equals("+PONG") || reply.startsWith("-NOAUTH");
		}
		catch (UncheckedIOException ex) {
			return false;
		}
	}

	private void signal(String name) {
		if (this.process == null) {
			throw new IllegalStateException("Not started");
		}
		try {
			// Through a shell, which knows kill even where there is no such program.
			int status = new ProcessBuilder("sh", "-c", "kill -" + name + " " + this.process.pid()).start().waitFor();
			if (status != 0) {
				throw new IllegalStateException("kill -" + name + " ended with " + status);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Find a port below the ephemeral range. While the server is down, the kernel could
	 * otherwise hand its port to any outgoing connection, even to the client's own
	 * attempt to reconnect, which then reaches itself.
	 */
	private static int freePort() throws IOException {
		for (int attempt = 0; attempt < 100; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
			try (ServerSocket probe = new ServerSocket(port, 1, HOST)) {
				return probe.getLocalPort();
			}
			catch (IOException ex) {
				// Taken: try another.
			}
		}
		throw new IOException("No free port between 20000 and 30000");
	}

	/**
	 * Reads a reply; nothing if the connection ends before it does.
	 */
	private interface Reading {

		@Nullable String from(BufferedReader reader) throws IOException;

	}

	private static final class Shared {

		static final RedisServer SERVER = launch();

	}

}
