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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * The limiter's link to Redis. It is opened in the background, so that neither start-up
 * nor a request ever waits for a server that is not there; once open, the client keeps it
 * so, and it is replaced when it leads to a replica. Thread-safe.
 */
final class RedisLink implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(RedisLink.class);

	private static final Duration RETRY_EVERY = Duration.ofMillis(200);

	private static final Duration DRAINED_AFTER = Duration.ofSeconds(1);

	/** A new connection to a server that cannot serve is no better than the old one. */
	private static final long REOPEN_EVERY = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<ScriptConnection> source;

	private final ExecutorService opener = Executors.newSingleThreadExecutor((task) -> {
		Thread thread = new Thread(task, "ratelimit-redis-connect");
		thread.setDaemon(true);
		return thread;
	});

	private final CountDownLatch opened = new CountDownLatch(1);

	private final CountDownLatch closed = new CountDownLatch(1);

	private final AtomicLong reopenedAt = new AtomicLong(System.nanoTime());

	private volatile @Nullable OpenLink current;

	private volatile @Nullable RateLimitStoreException failure;

	/**
	 * Start to open a link.
	 * @param source makes connections that are not open yet
	 */
	RedisLink(Supplier<ScriptConnection> source) {
		this.source = source;
		this.opener.execute(this::open);
	}

	/**
	 * The link as it is now.
	 * @throws RateLimitStoreException if Redis has not been reached yet
	 */
	OpenLink current() {
		OpenLink current = this.current;
		if (current == null) {
			RateLimitStoreException failure = this.failure;
			Kind kind = (failure != null) ? failure.kind() : Kind.CONNECTION;
			throw new RateLimitStoreException(kind, "Redis has not been reached yet", failure);
		}
		return current;
	}

	/**
	 * Replace a link to a server that has become a replica: its name may lead to the new
	 * master by now. Happens at most once a second; the old link serves on until the new
	 * one is open.
	 */
	@SuppressWarnings("ReferenceEquality")
	void reopen(OpenLink old) {
		long last = this.reopenedAt.get();
		long now = System.nanoTime();
		if (old == this.current && now - last > REOPEN_EVERY && this.reopenedAt.compareAndSet(last, now)) {
			this.opener.execute(() -> {
				if (old == this.current) {
					logger.info("Opening another connection to Redis, for the one in use leads to a replica");
					open();
					closeLater(old.connection());
				}
			});
		}
	}

	/**
	 * Calls that are under way may still be answered.
	 */
	private void closeLater(ScriptConnection connection) {
		try {
			this.closed.await(DRAINED_AFTER.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		connection.close();
	}

	/**
	 * Wait until the link is open for the first time.
	 * @param timeout how long
	 * @return whether it is open
	 */
	boolean awaitOpen(Duration timeout) {
		try {
			return this.opened.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Why the link could not be opened, when that was last tried.
	 * @return the failure, absent once it is open
	 */
	@Nullable RateLimitStoreException failure() {
		return this.failure;
	}

	private void open() {
		ScriptConnection connection = this.source.get();
		try {
			while (!tryOpen(connection)) {
				if (this.closed.await(RETRY_EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
					connection.close();
					return;
				}
			}
		}
		catch (InterruptedException ex) {
			connection.close();
			Thread.currentThread().interrupt();
		}
	}

	private boolean tryOpen(ScriptConnection connection) {
		OpenLink link = new OpenLink(connection, new ServerGates());
		try {
			connection.open(link.gates()::broken);
		}
		catch (RuntimeException ex) {
			RateLimitStoreException failure = connection.translate(ex);
			if (this.failure == null) {
				logger.warn("Could not connect to Redis, trying again every %d ms: %s, because %s".formatted(
						RETRY_EVERY.toMillis(), failure.getCause(), NestedExceptionUtils.getMostSpecificCause(ex)));
			}
			this.failure = failure;
			logger.debug("Could not connect to Redis", ex);
			return false;
		}
		this.failure = null;
		this.current = link;
		this.opened.countDown();
		return true;
	}

	@Override
	public void close() {
		this.closed.countDown();
		this.opener.shutdownNow();
		OpenLink current = this.current;
		if (current != null) {
			current.connection().close();
		}
	}

	/**
	 * An open link.
	 *
	 * @param connection the connection
	 * @param gates what stands in front of its servers
	 */
	record OpenLink(ScriptConnection connection, ServerGates gates) {

	}

}
