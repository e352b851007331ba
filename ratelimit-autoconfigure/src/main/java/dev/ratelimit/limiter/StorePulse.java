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

package dev.ratelimit.limiter;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.limiter.Heartbeat.Beat;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Once a second tells the store that this instance lives and hears how many do, what the
 * store's clock says and whether it answers at all; while it does not, four times a
 * second. Once it answers again, hands over what was counted here meanwhile, so that
 * nobody has to ask first. Thread-safe.
 *
 * @since 0.1.0
 */
public final class StorePulse implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(StorePulse.class);

	private static final Duration EVERY = Duration.ofSeconds(1);

	private static final Duration WHILE_FAILING_EVERY = Duration.ofMillis(250);

	private static final Duration LAST_BEAT_WITHIN = Duration.ofSeconds(2);

	private final Heartbeat heartbeat;

	private final LiveInstances instances;

	private final ClockDrift drift;

	private final LocalShares shares;

	private final StoreWatch watch;

	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "ratelimit-pulse");
		thread.setDaemon(true);
		return thread;
	});

	/**
	 * Create a pulse that does not beat yet.
	 * @param heartbeat reaches the store
	 * @param instances learns how many instances live
	 * @param drift learns what the store's clock says
	 * @param shares what is to be settled
	 * @param watch learns whether the store answers
	 */
	public StorePulse(Heartbeat heartbeat, LiveInstances instances, ClockDrift drift, LocalShares shares,
			StoreWatch watch) {
		this.heartbeat = heartbeat;
		this.instances = instances;
		this.drift = drift;
		this.shares = shares;
		this.watch = watch;
	}

	/**
	 * Begin to beat, in the background.
	 */
	public void start() {
		this.thread.execute(this::beatAndGoOn);
	}

	private void beatAndGoOn() {
		Duration pause = beat() ? EVERY : WHILE_FAILING_EVERY;
		if (!this.thread.isShutdown()) {
			var unused = this.thread.schedule(this::beatAndGoOn, pause.toNanos(), TimeUnit.NANOSECONDS);
		}
	}

	/**
	 * Beat once.
	 * @return whether the store answered
	 */
	boolean beat() {
		try {
			Instant asked = this.drift.clock().instant();
			Beat beat = this.heartbeat.beat();
			this.drift.measured(asked, instant(beat.storeMicros()), this.drift.clock().instant());
			this.instances.counted(beat.instances());
			this.watch.reachable();
			this.shares.settle();
			return true;
		}
		catch (RateLimitStoreException ex) {
			this.watch.failed(ex);
			logger.debug("A beat failed", ex);
		}
		catch (RuntimeException ex) {
			logger.warn("A beat failed for an unexpected reason", ex);
		}
		return false;
	}

	private static Instant instant(long micros) {
		return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1000L);
	}

	/**
	 * Stop to beat, and tell that this instance goes.
	 */
	@Override
	public void close() {
		this.thread.shutdownNow();
		try {
			// a beat under way would otherwise undo the leaving
			if (!this.thread.awaitTermination(LAST_BEAT_WITHIN.toNanos(), TimeUnit.NANOSECONDS)) {
				return;
			}
			this.heartbeat.leave();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RateLimitStoreException ex) {
			logger.debug("Could not tell the store that this instance goes; the others will see by its silence", ex);
		}
	}

}
