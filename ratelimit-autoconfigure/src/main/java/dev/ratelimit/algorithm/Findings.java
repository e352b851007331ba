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

package dev.ratelimit.algorithm;

import java.time.Duration;

import dev.ratelimit.Limit;
import dev.ratelimit.Reading;
import org.jspecify.annotations.Nullable;

/**
 * Collects what each limit of a policy shows and keeps the tightest: among limits that
 * must be waited for the one with the longest wait, else the one with the least
 * remaining, then the one that resets last.
 */
final class Findings {

	private @Nullable Reading tightest;

	private long longestWait;

	private long lifetime;

	void add(Limit limit, long capacity, long remaining, long wait, long resetAfter) {
		this.lifetime = Math.max(this.lifetime, resetAfter);
		if (isTighter(remaining, wait, resetAfter)) {
			this.tightest = new Reading(limit, capacity, remaining, Micros.toDuration(resetAfter));
			this.longestWait = wait;
		}
	}

	private boolean isTighter(long remaining, long wait, long resetAfter) {
		if (this.tightest == null || wait != this.longestWait) {
			return this.tightest == null || wait > this.longestWait;
		}
		if (remaining != this.tightest.remaining()) {
			return remaining < this.tightest.remaining();
		}
		return resetAfter > Micros.of(this.tightest.resetAfter());
	}

	Reading reading() {
		if (this.tightest == null) {
			throw new IllegalStateException("a policy has at least one limit");
		}
		return this.tightest;
	}

	@Nullable Duration retryAfter() {
		return (this.longestWait > 0) ? Micros.toDuration(this.longestWait) : null;
	}

	long longestWait() {
		return this.longestWait;
	}

	long lifetime() {
		return this.lifetime;
	}

}
