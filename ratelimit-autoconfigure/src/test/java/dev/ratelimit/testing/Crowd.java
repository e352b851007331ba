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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Many requests at once, each on a connection of its own, from one thread: a client that
 * leaves the machine to the server that is tested. Connections are opened first, so that
 * all requests are on their way within milliseconds.
 */
public final class Crowd implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final List<Visitor> visitors = new ArrayList<>();

	private final Selector selector;

	private Crowd(Selector selector) {
		this.selector = selector;
	}

	/**
	 * Open connections to a server of this machine.
	 * @param port its port
	 * @param size how many
	 */
	public static Crowd connect(int port, int size) throws IOException {
		Crowd crowd = new Crowd(Selector.open());
		for (int i = 0; i < size; i++) {
			SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			channel.configureBlocking(false);
			Visitor visitor = new Visitor();
			channel.register(crowd.selector, SelectionKey.OP_READ, visitor);
			crowd.visitors.add(visitor);
		}
		return crowd;
	}

	/**
	 * Send a request on every connection and wait for all answers.
	 * @param path what to get
	 * @return the answers, in no order
	 */
	public List<Answer> get(String path) {
		try {
			return exchange(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private List<Answer> exchange(String path) throws IOException {
		byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			.getBytes(ISO_8859_1);
		long start = System.nanoTime();
		for (SelectionKey key : this.selector.keys()) {
			((SocketChannel) key.channel()).write(ByteBuffer.wrap(request));
		}
		ByteBuffer buffer = ByteBuffer.allocate(16_384);
		int open = this.visitors.size();
		while (open > 0) {
			long left = PATIENCE.toMillis() - (System.nanoTime() - start) / 1_000_000;
			if (left <= 0 || this.selector.select(left) == 0) {
				throw new IOException(open + " of " + this.visitors.size() + " answers are missing");
			}
			for (SelectionKey key : this.selector.selectedKeys()) {
				open -= ((Visitor) key.attachment()).read((SocketChannel) key.channel(), buffer, start) ? 0 : 1;
			}
			this.selector.selectedKeys().clear();
		}
		return this.visitors.stream().map(Visitor::answer).toList();
	}

	@Override
	public void close() throws IOException {
		for (SelectionKey key : this.selector.keys()) {
			key.channel().close();
		}
		this.selector.close();
	}

	/**
	 * What came back.
	 *
	 * @param status the status
	 * @param text the whole response
	 * @param after how long after the first request was sent its first byte arrived
	 */
	public record Answer(int status, String text, Duration after) {

	}

	private static final class Visitor {

		private final StringBuilder text = new StringBuilder();

		private @Nullable Duration after;

		/**
		 * Read what there is.
		 * @return whether more may come
		 */
		boolean read(SocketChannel channel, ByteBuffer buffer, long start) throws IOException {
			buffer.clear();
			int length = channel.read(buffer);
			if (length < 0) {
				channel.close();
				return false;
			}
			if (this.after == null) {
				this.after = Duration.ofNanos(System.nanoTime() - start);
			}
			this.text.append(ISO_8859_1.decode(buffer.flip()));
			return true;
		}

		Answer answer() {
			if (this.after == null) {
				throw new IllegalStateException("closed without an answer");
			}
			return new Answer(Integer.parseInt(this.text.substring(9, 12)), this.text.toString(), this.after);
		}

	}

}
