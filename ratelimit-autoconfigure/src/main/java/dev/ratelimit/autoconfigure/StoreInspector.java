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

package dev.ratelimit.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.redis.Inspection;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.redis.SelfTestException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tests Redis, and tells operators what they should know about it. What cannot be tested
 * now is tested later, in the background, until it has been once.
 */
final class StoreInspector implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(StoreInspector.class);

	private final RedisStore store;

	private final Duration every;

	private final CountDownLatch closed = new CountDownLatch(1);

	private volatile @Nullable Thread thread;

	private volatile @Nullable String told;

	/**
	 * Create an inspector.
	 * @param store the store
	 * @param every how long to wait between two tests in the background
	 */
	StoreInspector(RedisStore store, Duration every) {
		this.store = store;
		this.every = every;
	}

	/**
	 * Test now.
	 * @param patience how long to wait for Redis to be reached
	 * @throws SelfTestException if it refuses something for good
	 * @throws RateLimitStoreException if it does not answer
	 */
	void inspect(Duration patience) {
		Inspection inspection = this.store.inspect(patience);
		logger.debug("Redis passed the self-test: " + inspection);
		if (inspection.isEvicting()) {
			logger.warn(("Redis evicts keys when its memory is full (maxmemory-policy is '%s'%s). All keys of rate "
					+ "limiting expire, so they are among the first to go, and a caller whose key is gone has a fresh "
					+ "limit. Set maxmemory-policy to noeviction: rate limiting then knows when memory is full, and "
					+ "failure modes decide")
				.formatted(inspection.evictionPolicy(),
						inspection.memoryBounded() ? "" : "; without maxmemory, which is not set, it never is"));
		}
	}

	/**
	 * Go on testing in the background until Redis has passed.
	 */
	void inspectLater() {
		Thread thread = new Thread(this::inspectUntilPassed, "ratelimit-self-test");
		thread.setDaemon(true);
		this.thread = thread;
		thread.start();
	}

	private void inspectUntilPassed() {
		try {
			do {
				this.store.awaitReady(this.every);
			}
			while (!passes() && !this.closed.await(this.every.toNanos(), TimeUnit.NANOSECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean passes() {
		try {
			inspect(Duration.ZERO);
			logger.info("Redis has been reached and passed the self-test");
			return true;
		}
		catch (SelfTestException ex) {
			tell(ex);
		}
		catch (RateLimitStoreException ex) {
			logger.debug("Redis does not answer the self-test", ex);
		}
		return false;
	}

	/**
	 * An application that runs already goes on: its failure modes decide.
	 */
	private void tell(SelfTestException refusal) {
		String message = "%s. %s. Until then each policy's failure mode decides".formatted(refusal.getMessage(),
				refusal.remedy());
		if (!message.equals(this.told)) {
			this.told = message;
			logger.error(message, refusal);
		}
	}

	@Override
	public void close() {
		this.closed.countDown();
		Thread thread = this.thread;
		if (thread != null) {
			thread.interrupt();
		}
	}

}
