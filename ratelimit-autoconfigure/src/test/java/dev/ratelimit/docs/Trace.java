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
 * What became of one caller's requests under a policy. All times are milliseconds.
 *
 * @param policy the policy, of one limit
 * @param requests the requests in the order of arrival
 * @param levels what was used, after every request and every {@link #STEP}
 */
record Trace(RateLimitPolicy policy, List<Request> requests, List<Level> levels) {

	/** Length of the trace. */
	static final int END = 55_000;

	/** How often the caller's state is looked at. */
	static final int STEP = 100;

	/** Divides by every window of the plots, so that windows begin at 0 s. */
	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private static final String KEY = "caller";

	/**
	 * A request.
	 *
	 * @param at when it arrived
	 * @param outcome what became of it
	 * @param departs when it went on, if it did
	 */
	record Request(int at, Outcome outcome, double departs) {

	}

	/**
	 * What was used at a moment.
	 *
	 * @param at the moment
	 * @param used what a fresh caller could have taken and this one could not
	 */
	record Level(int at, long used) {

	}

	/**
	 * When the one caller of all plots calls: a handful; a rush to the end of a window
	 * and another one right behind it; a trickle; and everything at once.
	 */
	static List<Integer> arrivals() {
		List<Integer> arrivals = new ArrayList<>();
		add(arrivals, 4000, 400, 4);
		add(arrivals, 16_000, 400, 10);
		add(arrivals, 20_100, 400, 10);
		add(arrivals, 27_000, 1000, 9);
		add(arrivals, 42_000, 60, 15);
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
		List<Integer> arrivals = arrivals();
		List<Request> requests = new ArrayList<>();
		List<Level> levels = new ArrayList<>();
		for (int now = 0; now <= END; now += STEP) {
			while (requests.size() < arrivals.size() && arrivals.get(requests.size()) <= now) {
				int at = arrivals.get(requests.size());
				clock.set(START.plusMillis(at));
				requests.add(request(at, limiter.tryAcquire(KEY, 1)));
				levels.add(level(at, policy, limiter));
			}
			clock.set(START.plusMillis(now));
			levels.add(level(now, policy, limiter));
		}
		return new Trace(policy, requests, levels);
	}

	private static Request request(int at, Decision decision) {
		return new Request(at, decision.outcome(), at + decision.delay().toNanos() / 1e6);
	}

	private static Level level(int at, RateLimitPolicy policy, RateLimiter limiter) {
		long remaining = Objects.requireNonNull(limiter.tryAcquire(KEY, 0).reading()).remaining();
		return new Level(at, policy.capacity() - remaining);
	}

	/**
	 * How many requests went on within the window that ends at a moment.
	 */
	long passed(double until) {
		long window = window().toMillis();
		return this.requests.stream()
			.filter((request) -> request.outcome().isPermitted())
			.filter((request) -> request.departs() > until - window && request.departs() <= until)
			.count();
	}

	/**
	 * Most requests that went on within any window.
	 */
	long mostPassed() {
		return this.requests.stream().mapToLong((request) -> passed(request.departs())).max().orElseThrow();
	}

	/**
	 * The window of the only limit.
	 */
	Duration window() {
		return this.policy.limits().get(0).window();
	}

	/**
	 * Beginnings of windows, if the algorithm has windows that begin.
	 */
	List<Integer> windows() {
		List<Integer> begins = new ArrayList<>();
		switch (this.policy.algorithm()) {
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> {
				for (int at = 0; at <= END; at += (int) window().toMillis()) {
					begins.add(at);
				}
			}
			case TOKEN_BUCKET, LEAKY_BUCKET, SLIDING_WINDOW_LOG -> {
			}
		}
		return begins;
	}

}
