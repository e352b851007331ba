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

import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reason;
import dev.ratelimit.WindowPhase;

/**
 * The five algorithms once more, for one key and from the specification alone: exact
 * fractions, waits found by trying, no thought for speed or memory. Times are
 * microseconds. Not thread-safe.
 */
abstract class Oracle {

	/** Stands for the hash of the key from which the phase of its slots is derived. */
	private final long hash;

	Oracle(long hash) {
		this.hash = hash;
	}

	static Oracle of(Algorithm algorithm, String key) {
		long hash = Integer.toUnsignedLong(key.hashCode()) * 2_654_435_761L % 1_000_000_000_039L;
		return (algorithm == Algorithm.SLIDING_WINDOW_LOG) ? new MarksOracle(hash) : new UsageOracle(algorithm, hash);
	}

	final Expected acquire(RateLimitPolicy policy, long permits, long now) {
		if (refusesEverything(policy)) {
			return Expected.refusedOutright(Reason.LIMIT);
		}
		if (permits > capacity(policy)) {
			return Expected.refusedOutright(Reason.EXCEEDS_LIMIT);
		}
		clamp(now);
		boolean open = policy.minInterval() != null;
		List<Sight> sights = look(policy, Math.max(permits, 1), now);
		long wait = Math.max(Sight.longestWait(sights), intervalWait(policy, now));
		if (permits == 0) {
			return Expected.look(Sight.tightest(sights), open, wait);
		}
		if (wait == 0) {
			return granted(policy, now, open, take(policy, permits, now));
		}
		refuse(policy, permits, now);
		return refused(policy, permits, now, open);
	}

	final Expected charge(RateLimitPolicy policy, long permits, long now) {
		if (refusesEverything(policy)) {
			return Expected.refusedOutright(Reason.LIMIT);
		}
		clamp(now);
		Ticket ticket = owe(policy, permits, now);
		Expected granted = granted(policy, now, policy.minInterval() != null, ticket);
		return Expected.granted(granted.readings(), granted.readingOpen(), 0, ticket);
	}

	abstract void release(RateLimitPolicy policy, Ticket ticket, long now);

	abstract void reset();

	/**
	 * Whether the specification leaves open what the next decision is.
	 */
	boolean isOpen(RateLimitPolicy policy, long now) {
		return false;
	}

	abstract void clamp(long now);

	abstract List<Sight> look(RateLimitPolicy policy, long permits, long now);

	abstract Ticket take(RateLimitPolicy policy, long permits, long now);

	abstract Ticket owe(RateLimitPolicy policy, long permits, long now);

	void refuse(RateLimitPolicy policy, long permits, long now) {
	}

	long intervalWait(RateLimitPolicy policy, long now) {
		return 0;
	}

	long delay(Limit limit, Ticket ticket) {
		return 0;
	}

	final long phase(RateLimitPolicy policy, Limit limit) {
		return (policy.windowPhase() == WindowPhase.PER_KEY) ? this.hash % limit.windowMicros() : 0;
	}

	/**
	 * What may be in use at most, in fractions: for a leaky bucket the permits that may
	 * wait and the one that leaves at once.
	 */
	static Fraction room(RateLimitPolicy policy, Limit limit) {
		return switch (policy.algorithm()) {
			case TOKEN_BUCKET -> Fraction.of(limit.burst());
			case LEAKY_BUCKET -> Fraction.of(policy.maxWait().toNanos() / 1000)
				.times(Fraction.of(limit.permits(), limit.windowMicros()))
				.min(Fraction.of(policy.queue()))
				.plus(Fraction.of(1));
			case FIXED_WINDOW, SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER -> Fraction.of(limit.permits());
		};
	}

	static long capacity(RateLimitPolicy policy) {
		return policy.limits().stream().mapToLong((limit) -> room(policy, limit).floor()).min().orElseThrow();
	}

	private Expected granted(RateLimitPolicy policy, long now, boolean open, Ticket ticket) {
		List<Sight> after = look(policy, 0, now);
		return Expected.granted(Sight.tightest(after), open, delay(policy.limits().get(0), ticket), ticket);
	}

	private Expected refused(RateLimitPolicy policy, long permits, long now, boolean open) {
		List<Sight> sights = look(policy, permits, now);
		long limitWait = Sight.longestWait(sights);
		long intervalWait = intervalWait(policy, now);
		Reason reason = (intervalWait > limitWait) ? Reason.MIN_INTERVAL : Reason.LIMIT;
		return Expected.refused(reason, Sight.tightest(sights), open, Math.max(limitWait, intervalWait));
	}

	private static boolean refusesEverything(RateLimitPolicy policy) {
		return policy.limits().stream().anyMatch((limit) -> limit.permits() == 0);
	}

}
