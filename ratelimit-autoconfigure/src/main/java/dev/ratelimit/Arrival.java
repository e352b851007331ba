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

package dev.ratelimit;

import java.time.Duration;

/**
 * The moment a caller came, on the monotonic clock of this process. All that is asked for
 * the caller shares one deadline counted from here.
 *
 * @param nanoTime the moment as {@link System#nanoTime()} tells it
 * @since 0.1.0
 */
public record Arrival(long nanoTime) {

	/**
	 * The caller comes now.
	 * @return the arrival
	 */
	public static Arrival now() {
		return new Arrival(System.nanoTime());
	}

	/**
	 * How much is left of the caller's time.
	 * @param timeout how long a caller waits
	 * @return nanoseconds, not positive if the time is up
	 */
	public long nanosLeft(Duration timeout) {
		return timeout.toNanos() - (System.nanoTime() - this.nanoTime);
	}

	/**
	 * How long ago the caller came.
	 * @return the time since then, at least 0
	 */
	public Duration age() {
		return Duration.ofNanos(System.nanoTime() - this.nanoTime);
	}

}
