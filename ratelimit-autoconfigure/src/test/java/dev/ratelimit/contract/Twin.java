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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.testing.ManualClock;
import org.jspecify.annotations.Nullable;

/**
 * One random trace, sent to the oracle and to stores. The first step at which they differ
 * ends it with the seed and all that led there.
 */
final class Twin {

	private final Random random;

	private final String key;

	private final ManualClock clock;

	private final List<RateLimitStore> stores;

	private final List<RateLimitPolicy> policies;

	private final Oracle oracle;

	private final Moments moments;

	/** What may still be given back, per store. */
	private final List<Held> held = new ArrayList<>();

	/** Whether the time of the last write is open, because something was given back. */
	private boolean released;

	private final List<String> log = new ArrayList<>();

	private RateLimitPolicy policy;

	Twin(long seed, Algorithm algorithm, ManualClock clock, List<RateLimitStore> stores) {
		this.random = new Random(seed * 31 + algorithm.code().hashCode());
		this.key = "twin-" + seed;
		this.clock = clock;
		this.stores = stores;
		this.oracle = Oracle.of(algorithm, this.key);
		this.policies = new RandomPolicies(this.random, algorithm).next();
		this.policy = this.policies.get(0);
		this.clock.set(World.START);
		this.moments = new Moments(this.random, this.clock);
		this.log.add("seed " + seed + ", " + algorithm);
	}

	/**
	 * Run the trace.
	 * @return the trace up to the first difference, or {@code null} if there is none
	 */
	@Nullable String run(int steps) {
		log("policy " + this.policy);
		for (int i = 0; i < steps; i++) {
			String difference = step();
			if (difference != null) {
				return String.join("\n", this.log) + "\n" + difference;
			}
		}
		return null;
	}

	private @Nullable String step() {
		boolean backwards = false;
		if (this.moments.move(this.policy)) {
			// What was charged under a clock that was ahead is told apart by nobody.
			this.held.clear();
			backwards = this.released;
		}
		if (this.random.nextInt(15) == 0) {
			this.policy = this.policies.get(this.random.nextInt(this.policies.size()));
			log("policy " + this.policy);
		}
		if (backwards || this.oracle.isOpen(this.policy, this.clock.micros())) {
			reset();
		}
		return switch (this.random.nextInt(20)) {
			case 0, 1 -> charge();
			case 2, 3, 4 -> release();
			default -> acquire();
		};
	}

	private @Nullable String acquire() {
		long permits = permits();
		log("acquire " + permits);
		Expected expected = this.oracle.acquire(this.policy, permits, this.clock.micros());
		List<Decision> decisions = this.stores.stream()
			.map((store) -> store.limiter(this.policy).tryAcquire(this.key, permits))
			.toList();
		return compare(expected, decisions);
	}

	private @Nullable String charge() {
		if (this.policy.countRejected()) {
			return null;
		}
		long permits = 1 + this.random.nextLong(3 * Oracle.capacity(this.policy));
		log("charge " + permits);
		Expected expected = this.oracle.charge(this.policy, permits, this.clock.micros());
		List<Decision> decisions = this.stores.stream()
			.map((store) -> World.charge(store.limiter(this.policy), this.key, permits))
			.toList();
		return compare(expected, decisions);
	}

	private @Nullable String release() {
		if (this.held.isEmpty()) {
			return null;
		}
		this.released = true;
		Held charge = this.held.remove(this.random.nextInt(this.held.size()));
		log("release what was taken at " + time(charge.ticket.time()));
		this.oracle.release(this.policy, charge.ticket, this.clock.micros());
		for (int i = 0; i < this.stores.size(); i++) {
			World.await(this.stores.get(i).limiter(this.policy).release(charge.charges.get(i)));
		}
		if (this.policy.algorithm() == Algorithm.LEAKY_BUCKET && this.clock.micros() != charge.ticket.time()) {
			// Whether the state is now the one that an earlier charge wrote is open.
			this.held.clear();
		}
		return null;
	}

	private void reset() {
		log("reset");
		this.oracle.reset();
		this.stores.forEach((store) -> store.limiter(this.policy).reset(this.key));
		this.held.clear();
		this.released = false;
	}

	private @Nullable String compare(Expected expected, List<Decision> decisions) {
		this.log.set(this.log.size() - 1, this.log.get(this.log.size() - 1) + " -> " + Seen.of(decisions.get(0)));
		for (Decision decision : decisions) {
			boolean alike = Seen.of(decision).equals(Seen.of(decisions.get(0)));
			if (!alike || !expected.matches(decision)) {
				return "expected " + expected + "\nbut "
						+ decisions.stream()
							.map((any) -> Seen.of(any).toString())
							.collect(Collectors.joining("\nand "));
			}
		}
		if (!decisions.isEmpty()) {
			this.moments.note(decisions.get(0));
		}
		if (expected.ticket() != null) {
			this.released = false;
			hold(expected.ticket(), decisions);
		}
		return null;
	}

	private void hold(Ticket ticket, List<Decision> decisions) {
		List<Charge> charges = new ArrayList<>();
		for (Decision decision : decisions) {
			if (decision.charge() == null) {
				return;
			}
			charges.add(decision.charge());
		}
		this.held.add(new Held(ticket, charges));
	}

	private long permits() {
		long capacity = Oracle.capacity(this.policy);
		return switch (this.random.nextInt(20)) {
			case 0, 1 -> 0;
			case 2 -> capacity;
			case 3 -> capacity + 1;
			case 4, 5, 6 -> Math.min(capacity, this.moments.remaining());
			case 7, 8 -> Math.min(capacity, this.moments.remaining() + 1);
			case 9, 10, 11 -> 1 + this.random.nextLong(capacity);
			case 12, 13 -> 1 + this.random.nextLong(capacity) / 3;
			default -> 1;
		};
	}

	private void log(String what) {
		this.log.add(time(this.clock.micros()) + " " + what);
	}

	private static String time(long micros) {
		return (micros - World.START.getEpochSecond() * 1_000_000) + "us";
	}

	/**
	 * A charge that may be given back.
	 *
	 * @param ticket what the oracle knows of it
	 * @param charges what each store knows of it
	 */
	private record Held(Ticket ticket, List<Charge> charges) {
	}

}
