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

package dev.ratelimit.contract;

import java.time.Duration;
import java.util.Random;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.testing.ManualClock;

/**
 * Chooses when the next thing happens: mostly at once, often at the very microsecond that
 * a decision spoke of or at the one before it, at times far ahead, at times in the past.
 */
final class Moments {

	private final Random random;

	private final ManualClock clock;

	private long retry;

	private long reset;

	private long remaining;

	Moments(Random random, ManualClock clock) {
		this.random = random;
		this.clock = clock;
	}

	/**
	 * Move the clock.
	 * @return whether it went backwards
	 */
	boolean move(RateLimitPolicy policy) {
		long now = this.clock.micros();
		long window = policy.limits().get(this.random.nextInt(policy.limits().size())).windowMicros();
		long next = switch (this.random.nextInt(40)) {
			case 0, 1, 2, 3 -> now + this.random.nextLong(Math.max(1, window / 12));
			case 4, 5, 6 -> now + this.random.nextLong(window);
			case 7 -> now + this.random.nextLong(3 * window);
			case 8 -> (now / window + 1) * window;
			case 9 -> (now / window + 1) * window - 1;
			case 10, 11, 12 -> Math.max(now, this.retry);
			case 13, 14 -> Math.max(now, this.retry - 1);
			case 15 -> Math.max(now, this.reset);
			case 16 -> Math.max(now, this.reset - 1);
			case 17 -> now + 1;
			case 18 -> (this.random.nextInt(4) == 0) ? now - this.random.nextLong(2 * window) : now;
			case 19 -> (this.random.nextInt(8) == 0) ? now - 1 : now;
			default -> now;
		};
		this.clock.setMicros(Math.max(0, next));
		return next < now;
	}

	void note(Decision decision) {
		this.retry = (decision.retryAfter() != null) ? after(decision.retryAfter()) : this.retry;
		this.reset = (decision.reading() != null) ? after(decision.reading().resetAfter()) : this.reset;
		this.remaining = (decision.reading() != null) ? decision.reading().remaining() : this.remaining;
	}

	long remaining() {
		return this.remaining;
	}

	private long after(Duration duration) {
		return this.clock.micros() + duration.toNanos() / 1000;
	}

}
