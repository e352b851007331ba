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
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.contract.Ticket.Place;

/**
 * The four algorithms that keep a number per limit.
 */
final class UsageOracle extends Oracle {

	private final Algorithm algorithm;

	private List<Usage> stored = List.of();

	UsageOracle(Algorithm algorithm, long hash) {
		super(hash);
		this.algorithm = algorithm;
	}

	@Override
	void clamp(long now) {
		this.stored = this.stored.stream().map((usage) -> usage.clamped(now)).toList();
	}

	@Override
	List<Sight> look(RateLimitPolicy policy, long permits, long now) {
		return policy.limits().stream().map((limit) -> look(policy, limit, permits, now)).toList();
	}

	private Sight look(RateLimitPolicy policy, Limit limit, long permits, long now) {
		Fraction room = room(policy, limit);
		Fraction level = room.minus(Fraction.of(permits));
		// Of converted usage only whole permits count, so that it has to fall below a
		// fraction.
		Fraction needed = isKept(limit) ? level : Fraction.of(level.floor());
		long remaining = Math.max(0, room.minus(used(policy, limit, now)).floor());
		long fresh = now;
		long passes = now;
		for (Usage usage : sources(policy, limit)) {
			fresh = Math.max(fresh, usage.firstTimeAtMost(Fraction.ZERO, now));
			passes = (permits > 0) ? Math.max(passes, usage.firstTimeAtMost(needed, now)) : now;
		}
		return new Sight(limit, room.floor(), remaining, fresh - now, passes - now);
	}

	@Override
	Ticket take(RateLimitPolicy policy, long permits, long now) {
		return write(policy, policy.limits().stream().map((limit) -> permits).toList(), now);
	}

	/**
	 * Of each limit as many whole permits as fit below twice its capacity: a charge knows
	 * no fractions and has to be given back exactly.
	 */
	@Override
	Ticket owe(RateLimitPolicy policy, long permits, long now) {
		return write(policy, policy.limits().stream().map((limit) -> {
			Fraction most = Fraction.of(2 * room(policy, limit).floor());
			return Math.max(0, Math.min(permits, most.minus(used(policy, limit, now)).floor()));
		}).toList(), now);
	}

	private Ticket write(RateLimitPolicy policy, List<Long> amounts, long now) {
		List<Usage> written = new ArrayList<>();
		List<Place> places = new ArrayList<>();
		for (int i = 0; i < amounts.size(); i++) {
			Usage usage = current(policy, policy.limits().get(i), now).plus(amounts.get(i), now);
			written.add(usage);
			places.add(new Place(amounts.get(i), usage));
		}
		this.stored = written;
		return new Ticket(now, places, Set.of());
	}

	@Override
	void release(RateLimitPolicy policy, Ticket ticket, long now) {
		this.stored = this.stored.stream().map((usage) -> released(usage, ticket, now)).toList();
	}

	private Usage released(Usage usage, Ticket ticket, long now) {
		for (Place place : ticket.places()) {
			Usage after = place.rightAfter();
			if (usage.window() == after.window() && (!isBucket() || usage.permits() == after.permits())) {
				return switch (this.algorithm) {
					case TOKEN_BUCKET -> ((Bucket) usage).without(place.taken(), (Bucket) after, now);
					case LEAKY_BUCKET -> ((Bucket) usage).reopened(place.taken(), (Bucket) after);
					default -> ((Slots) usage).without(place.taken(), (Slots) after, now);
				};
			}
		}
		return usage;
	}

	@Override
	void reset() {
		this.stored = List.of();
	}

	@Override
	long delay(Limit limit, Ticket ticket) {
		if (this.algorithm != Algorithm.LEAKY_BUCKET) {
			return 0;
		}
		Bucket after = (Bucket) ticket.places().get(0).rightAfter();
		return after.timeFor(after.used().minus(Fraction.of(ticket.places().get(0).taken())));
	}

	private Fraction used(RateLimitPolicy policy, Limit limit, long now) {
		Fraction used = sources(policy, limit).stream()
			.map((usage) -> usage.used(now))
			.reduce(Fraction.ZERO, Fraction::max);
		return isKept(limit) ? used : Fraction.of(used.ceil());
	}

	private Usage current(RateLimitPolicy policy, Limit limit, long now) {
		if (isKept(limit)) {
			return sources(policy, limit).get(0);
		}
		Fraction used = used(policy, limit, now);
		long window = limit.windowMicros();
		if (isBucket()) {
			return new Bucket(limit.permits(), window, now, used);
		}
		long phase = phase(policy, limit);
		long slot = Math.floorDiv(now - phase, window) * window + phase;
		boolean sliding = this.algorithm == Algorithm.SLIDING_WINDOW_COUNTER;
		return new Slots(limit.permits(), window, slot, used.floor(), 0, sliding);
	}

	/**
	 * The stored usages a limit goes by: that of its own window, else those of the
	 * windows that the policy no longer has.
	 */
	private List<Usage> sources(RateLimitPolicy policy, Limit limit) {
		List<Usage> same = this.stored.stream().filter((usage) -> usage.window() == limit.windowMicros()).toList();
		return !same.isEmpty() ? same : this.stored.stream()
			.filter((usage) -> policy.limits().stream().noneMatch((any) -> any.windowMicros() == usage.window()))
			.toList();
	}

	/**
	 * Whether the stored numbers are the limit's own, so that nothing is converted.
	 */
	private boolean isKept(Limit limit) {
		return this.stored.stream()
			.anyMatch((usage) -> usage.window() == limit.windowMicros()
					&& (!isBucket() || usage.permits() == limit.permits()));
	}

	private boolean isBucket() {
		return this.algorithm == Algorithm.TOKEN_BUCKET || this.algorithm == Algorithm.LEAKY_BUCKET;
	}

}
