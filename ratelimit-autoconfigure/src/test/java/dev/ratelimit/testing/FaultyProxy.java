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
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A TCP proxy that misbehaves on demand, to place faults between a client and a healthy
 * server: slow, lost and broken connections look different to the client from a server
 * that is paused or gone. It starts out transparent, and every fault lasts until
 * {@link #passThrough()}.
 */
public final class FaultyProxy implements AutoCloseable {

	private final int target;

	private final ServerSocket listener;

	private final Thread acceptor;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean swallowNextReply = new AtomicBoolean();

	private volatile Duration delay = Duration.ZERO;

	private volatile CountDownLatch gate = new CountDownLatch(0);

	/**
	 * Create a proxy in front of a server on this machine.
	 * @param target the port of that server
	 * @throws IOException if there is no port to listen on
	 */
	public FaultyProxy(int target) throws IOException {
		this.target = target;
		this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.acceptor = run(this::accept);
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Let everything through again, held bytes first.
	 */
	public void passThrough() {
		this.swallowNextReply.set(false);
		this.delay = Duration.ZERO;
		this.gate.countDown();
	}

	/**
	 * Deliver each reply this much later.
	 * @param delay how long to hold a reply back
	 */
	public void delay(Duration delay) {
		this.delay = delay;
	}

	/**
	 * Deliver nothing in either direction, connections staying open. As in a partitioned
	 * network, TCP does not lose what was sent: it arrives after {@link #passThrough()},
	 * so a request may be carried out long after its sender gave up.
	 */
	public void blackHole() {
		if (this.gate.getCount() == 0) {
			this.gate = new CountDownLatch(1);
		}
	}

	/**
	 * Break all open connections with a TCP reset. New ones are welcome.
	 */
	public void reset() {
		// In two steps, since closing one end makes the pumps close the other.
		this.sockets.forEach(FaultyProxy::resetOnClose);
		this.sockets.forEach(FaultyProxy::close);
	}

	/**
	 * Throw the next reply away: its request was carried out, its sender cannot know. The
	 * connection is closed as well, since every later reply on it would be taken for the
	 * answer to the request before.
	 */
	public void swallowNextReply() {
		this.swallowNextReply.set(true);
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		try {
			// The kernel goes on accepting for as long as a thread waits in accept().
			this.acceptor.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		reset();
		passThrough();
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listener.accept();
			try {
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
				this.sockets.add(client);
				this.sockets.add(server);
				run(() -> pump(client, server, false));
				run(() -> pump(server, client, true));
			}
			catch (IOException ex) {
				resetOnClose(client);
				close(client);
			}
		}
	}

	private void pump(Socket from, Socket to, boolean replies) throws IOException, InterruptedException {
		try (from; to) {
			byte[] buffer = new byte[8192];
			InputStream in = from.getInputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				if (replies && this.swallowNextReply.compareAndSet(true, false)) {
					return;
				}
				if (replies) {
					TimeUnit.NANOSECONDS.sleep(this.delay.toNanos());
				}
				this.gate.await();
				to.getOutputStream().write(buffer, 0, length);
			}
		}
		finally {
			this.sockets.remove(from);
			this.sockets.remove(to);
		}
	}

	private static void resetOnClose(Socket socket) {
		try {
			socket.setSoLinger(true, 0);
		}
		catch (IOException ex) {
			// Closed already.
		}
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// As good as closed.
		}
	}

	private static Thread run(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException | InterruptedException ex) {
				// A connection broke, which is what this class is for.
			}
		}, "faulty-proxy");
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	private interface Task {

		void run() throws IOException, InterruptedException;

	}

}
