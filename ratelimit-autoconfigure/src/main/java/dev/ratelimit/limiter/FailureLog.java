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
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells the operator that the store gives no answer: at once, then at most once a minute,
 * errors that only a change can end apart from those that pass; and, when there has been
 * no failure for a second, that it answers again. An outage, or a store that answers
 * every other call, must not become a flood of log lines. Thread-safe; shared by all
 * limiters of a store.
 *
 * @since 0.1.0
 */
public final class FailureLog {

	private static final Log logger = LogFactory.getLog(FailureLog.class);

	private static final Duration EVERY = Duration.ofMinutes(1);

	private static final Duration CALM = Duration.ofSeconds(1);

	private final InstantSource clock;

	private final AtomicReference<@Nullable Instant> lastWarning = new AtomicReference<>();

	private final AtomicReference<@Nullable Instant> lastError = new AtomicReference<>();

	private final AtomicLong failures = new AtomicLong();

	private volatile @Nullable Instant lastFailure;

	/**
	 * Create the log.
	 * @param clock tells when a minute has passed
	 */
	public FailureLog(InstantSource clock) {
		this.clock = clock;
	}

	/**
	 * A call failed.
	 * @param policy the policy whose failure mode now decides
	 * @param failure what happened
	 */
	public void failed(RateLimitPolicy policy, RateLimitStoreException failure) {
		Instant now = this.clock.instant();
		this.lastFailure = now;
		long count = this.failures.incrementAndGet();
		boolean permanent = failure.kind() == Kind.PERMANENT;
		if (isDue(permanent ? this.lastError : this.lastWarning, now)) {
			String message = "%s; each policy's failure mode decides (here: policy '%s', %s; %d failed calls so far)"
				.formatted(failure.getMessage(), policy.name(), policy.failureMode().name().toLowerCase(Locale.ROOT),
						count);
			if (permanent) {
				logger.error(message + ". This does not pass by itself, see the cause", failure);
			}
			else {
				logger.warn(message);
				logger.debug("Cause of the failed call", failure);
			}
		}
	}

	private static boolean isDue(AtomicReference<@Nullable Instant> lastTold, Instant now) {
		Instant last = lastTold.get();
		return isPast(last, EVERY, now) && lastTold.compareAndSet(last, now);
	}

	/**
	 * A call was answered.
	 */
	public void answered() {
		if (this.failures.get() > 0 && isPast(this.lastFailure, CALM, this.clock.instant())) {
			long count = this.failures.getAndSet(0);
			if (count > 0) {
				logger.info("The rate limit store answers again, after %d failed calls".formatted(count));
			}
		}
	}

	private static boolean isPast(@Nullable Instant moment, Duration duration, Instant now) {
		return moment == null || !now.isBefore(moment.plus(duration));
	}

}
