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

package dev.ratelimit.docs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;

/**
 * What became of one caller's requests under a policy.
 *
 * @param policy the policy
 * @param requests the requests in the order of arrival
 * @param remaining how many permits remained, looked at every {@link #STEP}
 */
record Trace(RateLimitPolicy policy, List<Request> requests, List<Long> remaining) {

	/** Length of the trace in milliseconds. */
	static final int END = 45_000;

	/** How often the remaining permits are looked at, in milliseconds. */
	static final int STEP = 100;

	/** Divides by every window of the plots, so that windows begin at 0 s. */
	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private static final String KEY = "caller";

	/**
	 * A request.
	 *
	 * @param at when it arrived, in milliseconds
	 * @param outcome what became of it
	 * @param departs when it went on, in milliseconds
	 */
	record Request(int at, Outcome outcome, double departs) {

	}

	/**
	 * When the one caller of all plots calls: a handful; a rush to the end of a window
	 * and another one right behind it; a trickle; and everything at once.
	 */
	static List<Integer> arrivals() {
		List<Integer> arrivals = new ArrayList<>();
		add(arrivals, 1000, 400, 4);
		add(arrivals, 8000, 180, 10);
		add(arrivals, 10_100, 180, 10);
		add(arrivals, 15_000, 1000, 10);
		add(arrivals, 31_000, 60, 15);
		return arrivals;
	}

	private static void add(List<Integer> arrivals, int from, int every, int count) {
		for (int i = 0; i < count; i++) {
			arrivals.add(from + i * every);
		}
	}

	static Trace of(RateLimitPolicy policy) {
		ManualClock clock = new ManualClock(START);
		RateLimiter limiter = new MemoryStore(10, clock).limiter(policy);
		List<Integer> arrivals = new ArrayList<>(arrivals());
		List<Request> requests = new ArrayList<>();
		List<Long> remaining = new ArrayList<>();
		for (int now = 0; now <= END; now += STEP) {
			while (!arrivals.isEmpty() && arrivals.get(0) <= now) {
				int at = arrivals.remove(0);
				clock.set(START.plusMillis(at));
				requests.add(request(at, limiter.tryAcquire(KEY, 1)));
			}
			clock.set(START.plusMillis(now));
			remaining.add(Objects.requireNonNull(limiter.tryAcquire(KEY, 0).reading()).remaining());
		}
		return new Trace(policy, requests, remaining);
	}

	private static Request request(int at, Decision decision) {
		return new Request(at, decision.outcome(), at + decision.delay().toNanos() / 1e6);
	}

	/**
	 * Beginnings of windows in milliseconds, if the policy has windows that begin.
	 */
	List<Integer> windows() {
		return switch (this.policy.algorithm()) {
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> {
				Duration window = this.policy.limits().get(0).window();
				List<Integer> begins = new ArrayList<>();
				for (int at = 0; at <= END; at += (int) window.toMillis()) {
					begins.add(at);
				}
				yield begins;
			}
			case TOKEN_BUCKET, LEAKY_BUCKET, SLIDING_WINDOW_LOG -> List.of();
		};
	}

}
