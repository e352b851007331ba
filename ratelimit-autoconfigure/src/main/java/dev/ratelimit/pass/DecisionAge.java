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

package dev.ratelimit.pass;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Source;

/**
 * How old a decision is by the time it is known. A delay begins when the store decides,
 * and under load some answers are long on their way and others are not: counted from
 * their arrival, even delays would make uneven departures.
 * <p>
 * The clock of the store and that of this machine do not show the same time. The least
 * difference between them that was seen lately stands for an answer that came at once, so
 * the age is rather underestimated. Should the store's clock jump, or a policy have
 * several stores, the age is still never more than the time since the question. Keeps a
 * few numbers per policy. Thread-safe.
 */
final class DecisionAge {

	/** For so long, and up to twice as long, a difference is remembered. */
	static final long MEMORY_NANOS = Duration.ofSeconds(5).toNanos();

	private final Map<Clock, AtomicReference<Differences>> clocks = new ConcurrentHashMap<>();

	/**
	 * Measure the age of a decision, once.
	 * @param answer the answer to a question
	 * @param asked when it was asked, in terms of {@link System#nanoTime()}
	 * @param now when the answer was there
	 * @return the age, in nanoseconds, at least 0; 0 if nothing is known about it
	 */
	long nanos(Answer answer, long asked, long now) {
		Charge charge = answer.decision().charge();
		if (charge == null || answer.ask().limiter().policy().algorithm() != Algorithm.LEAKY_BUCKET) {
			return 0;
		}
		List<Charge.Place> places = charge.places();
		if (places.isEmpty()) {
			return 0;
		}
		long difference = now - places.get(0).time() * 1000;
		long least = this.clocks
			.computeIfAbsent(new Clock(charge.policy(), charge.source()),
					(clock) -> new AtomicReference<>(new Differences(now, difference, difference)))
			.updateAndGet((differences) -> differences.with(difference, now))
			.least();
		return Math.min(difference - least, now - asked);
	}

	/**
	 * Whose clock it is.
	 */
	private record Clock(String policy, Source source) {

	}

	/**
	 * What was seen.
	 *
	 * @param since when the current period began
	 * @param current the least difference in the current period
	 * @param previous the least difference in the period before
	 */
	private record Differences(long since, long current, long previous) {

		Differences with(long difference, long now) {
			if (now - this.since > 2 * MEMORY_NANOS) {
				return new Differences(now, difference, difference);
			}
			if (now - this.since > MEMORY_NANOS) {
				return new Differences(now, difference, this.current);
			}
			return (difference < this.current) ? new Differences(this.since, difference, this.previous) : this;
		}

		long least() {
			return Math.min(this.current, this.previous);
		}

	}

}
