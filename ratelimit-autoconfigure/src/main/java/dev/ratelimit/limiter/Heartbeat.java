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

import dev.ratelimit.RateLimitStoreException;

/**
 * Tells the other instances, by way of the store, that this one lives, and learns how
 * many do. Not thread-safe.
 *
 * @since 0.1.0
 */
public interface Heartbeat {

	/** Longest time in seconds without a beat after which an instance counts as gone. */
	int GONE_AFTER_SECONDS = 10;

	/**
	 * Tell that this instance lives. Blocks, at most for the deadline of a call.
	 * @return what the store says
	 * @throws RateLimitStoreException if it gives no answer
	 */
	Beat beat();

	/**
	 * Tell that this instance goes, so that the others need not wait for its silence.
	 * @throws RateLimitStoreException if the store gives no answer
	 */
	void leave();

	/**
	 * Answer to a beat.
	 *
	 * @param instances how many instances live, this one included, at least 1
	 * @param storeMicros the clock of the store, microseconds since the epoch
	 */
	record Beat(int instances, long storeMicros) {

	}

}
