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

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is told to move, forwards or backwards, in whole
 * microseconds. Thread-safe.
 */
public final class ManualClock implements InstantSource {

	private final AtomicLong micros;

	public ManualClock(Instant start) {
		this.micros = new AtomicLong(ChronoUnit.MICROS.between(Instant.EPOCH, start));
	}

	@Override
	public Instant instant() {
		return Instant.EPOCH.plus(micros(), ChronoUnit.MICROS);
	}

	/**
	 * The time as the algorithms see it.
	 * @return microseconds since the epoch
	 */
	public long micros() {
		return this.micros.get();
	}

	public void set(Instant time) {
		setMicros(ChronoUnit.MICROS.between(Instant.EPOCH, time));
	}

	public void setMicros(long time) {
		this.micros.set(time);
	}

	/**
	 * Move the clock.
	 * @param duration how far, negative for a step back
	 */
	public void advance(Duration duration) {
		advanceMicros(duration.dividedBy(ChronoUnit.MICROS.getDuration()));
	}

	public void advanceMicros(long duration) {
		this.micros.addAndGet(duration);
	}

}
