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
import java.time.InstantSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * How far this machine's clock is ahead of the store's. Limits are counted on the store's
 * clock alone; this machine's counts while it stands in for the store, and it stamps the
 * logs in which people look for what happened. Warns, at most once a minute, while the
 * drift is larger than the threshold. Thread-safe.
 *
 * @since 0.1.0
 */
public final class ClockDrift {

	private static final Log logger = LogFactory.getLog(ClockDrift.class);

	private static final Duration WARN_EVERY = Duration.ofMinutes(1);

	private final InstantSource clock;

	private final Duration threshold;

	private volatile @Nullable Duration drift;

	private @Nullable Instant lastWarning;

	/**
	 * Create the measurement.
	 * @param clock this machine's clock
	 * @param threshold largest drift that is not worth a warning, either way
	 */
	public ClockDrift(InstantSource clock, Duration threshold) {
		this.clock = clock;
		this.threshold = threshold;
	}

	/**
	 * How far this machine's clock is ahead.
	 * @return the drift, negative if the store's clock is ahead, accurate to half of the
	 * time that a call takes; absent before the first measurement
	 */
	public @Nullable Duration drift() {
		return this.drift;
	}

	InstantSource clock() {
		return this.clock;
	}

	/**
	 * The store has told its time.
	 * @param asked when it was asked
	 * @param told its time
	 * @param heard when its answer came
	 */
	synchronized void measured(Instant asked, Instant told, Instant heard) {
		Duration trip = Duration.between(asked, heard);
		Duration drift = Duration.between(told, asked.plus(trip.dividedBy(2)));
		this.drift = drift;
		if (drift.abs().compareTo(this.threshold) <= 0) {
			this.lastWarning = null;
		}
		else if (this.lastWarning == null || !heard.isBefore(this.lastWarning.plus(WARN_EVERY))) {
			this.lastWarning = heard;
			logger.warn(("This machine's clock is %d ms %s the store's, more than ratelimit.redis.max-clock-drift "
					+ "(%d ms): synchronise both, for example by NTP. Limits are counted on the store's clock and stay "
					+ "exact; failure mode 'local' and the times of log lines use this machine's")
				.formatted(drift.abs().toMillis(), drift.isNegative() ? "behind" : "ahead of",
						this.threshold.toMillis()));
		}
	}

}
