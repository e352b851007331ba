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
import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Charge;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What the four algorithms with a fixed-size state have in common: one {@link Level} per
 * limit, all or none of which are charged. State is the list of levels in the order of
 * the policy's limits; after the limits were changed it still holds the old levels until
 * an allowed call writes the new ones.
 *
 * @param <L> the kind of level
 */
public abstract sealed class LevelAlgorithm<L extends Level<L>> implements LimitAlgorithm<List<L>>
		permits BucketAlgorithm, SlotAlgorithm {

	private final List<Limit> limits;

	private final long[] windows;

	private final long[] capacities;

	LevelAlgorithm(RateLimitPolicy policy) {
		this.limits = policy.limits();
		this.windows = this.limits.stream().mapToLong(Limit::windowMicros).toArray();
		this.capacities = this.limits.stream().mapToLong(policy::capacity).toArray();
	}

	@Override
	public Step<List<L>> tryAcquire(@Nullable List<L> state, String key, long now, long permits) {
		List<L> stored = Levels.clamp(state, now);
		boolean clamped = state != null && stored != state;
		List<L> settled = Levels.settle(stored, now);
		if (permits == 0) {
			return new Step<>(settled, clamped, standing(settled, key, now, 1, Outcome.ALLOWED));
		}
		List<Standing<L>> standings = standings(settled, key);
		for (int i = 0; i < standings.size(); i++) {
			if (remaining(i, standings.get(i), now) < permits) {
				return new Step<>(settled, clamped, standing(settled, key, now, permits, Outcome.REJECTED));
			}
		}
		List<L> after = new ArrayList<>(standings.size());
		for (int i = 0; i < standings.size(); i++) {
			after.add(basis(i, standings.get(i), key, now).plus(permits));
		}
		return new Step<>(after, true, granted(after, now, permits));
	}

	@Override
	public Step<List<L>> charge(@Nullable List<L> state, String key, long now, long permits) {
		List<Standing<L>> standings = standings(Levels.settle(Levels.clamp(state, now), now), key);
		List<L> after = new ArrayList<>(standings.size());
		List<Charge.Place> places = new ArrayList<>(standings.size());
		for (int i = 0; i < standings.size(); i++) {
			long taken = Math.min(permits, Math.max(0, 2 * this.capacities[i] - standings.get(i).used(now)));
			L level = basis(i, standings.get(i), key, now).plus(taken);
			after.add(level);
			places.add(place(i, level, taken));
		}
		return new Step<>(after, true, charged(after, now, (permits > 0) ? places : List.of()));
	}

	@Override
	public List<L> release(List<L> state, long now, Charge charge) {
		List<L> after = new ArrayList<>(Levels.clamp(state, now));
		boolean changed = false;
		for (int i = 0; i < after.size(); i++) {
			L level = after.get(i);
			for (Charge.Place place : charge.places()) {
				L given = (place.window() == level.window()) ? giveBack(level, now, place) : level;
				if (given != level) {
					after.set(i, given);
					changed = true;
				}
			}
		}
		return changed ? after : state;
	}

	@Override
	public long used(List<L> state, long now) {
		return Levels.settle(Levels.clamp(state, now), now)
			.stream()
			.mapToLong((level) -> level.used(now))
			.max()
			.orElse(0);
	}

	/**
	 * What it means that a request was charged, by this class or by a script.
	 * @param after the levels right after the charge, settled now
	 * @param now the moment of the step
	 * @param permits what the request took, at least 1
	 * @return the ruling
	 */
	public Ruling granted(List<L> after, long now, long permits) {
		List<Charge.Place> places = new ArrayList<>(after.size());
		for (int i = 0; i < after.size(); i++) {
			places.add(place(i, after.get(i), permits));
		}
		long delay = delay(after, now, permits);
		Outcome outcome = (delay > 0) ? Outcome.DELAYED : Outcome.ALLOWED;
		Findings findings = findings(Levels.exactly(after), now, 0);
		return new Ruling(outcome, Reason.NONE, findings.reading(), null, Micros.toDuration(delay), places,
				findings.lifetime());
	}

	/**
	 * What it means that a debt was charged, by this class or by a script.
	 * @param after the levels right after the charge, settled now
	 * @param now the moment of the step
	 * @param places what was taken
	 * @return the ruling
	 */
	public Ruling charged(List<L> after, long now, List<Charge.Place> places) {
		Findings findings = findings(Levels.exactly(after), now, 0);
		return new Ruling(Outcome.ALLOWED, Reason.NONE, findings.reading(), null, Duration.ZERO, places,
				findings.lifetime());
	}

	/**
	 * What a look or a rejection says; both take nothing.
	 * @param settled the levels as stored, settled now
	 * @param key the key
	 * @param now the moment of the step
	 * @param permits what was refused; for a look, 1
	 * @param outcome ALLOWED for a look, else REJECTED
	 * @return the ruling
	 */
	public Ruling standing(List<L> settled, String key, long now, long permits, Outcome outcome) {
		Findings findings = findings(standings(settled, key), now, permits);
		Reason reason = (outcome == Outcome.REJECTED) ? Reason.LIMIT : Reason.NONE;
		return new Ruling(outcome, reason, findings.reading(), findings.retryAfter(), Duration.ZERO, List.of(),
				findings.lifetime());
	}

	private Findings findings(List<Standing<L>> standings, long now, long permits) {
		Findings findings = new Findings();
		for (int i = 0; i < standings.size(); i++) {
			Standing<L> standing = standings.get(i);
			long wait = (permits > 0) ? untilFits(i, standing, now, permits) : 0;
			findings.add(this.limits.get(i), this.capacities[i], remaining(i, standing, now), wait,
					standing.untilUsed(0, now));
		}
		return findings;
	}

	private List<Standing<L>> standings(List<L> settled, String key) {
		List<Standing<L>> standings = new ArrayList<>(this.windows.length);
		for (int i = 0; i < this.windows.length; i++) {
			standings.add(standing(i, settled, key));
		}
		return standings;
	}

	private Standing<L> standing(int index, List<L> settled, String key) {
		for (L level : settled) {
			if (level.window() == this.windows[index]) {
				return isCountedUnder(index, level, key) ? new Standing<>(level, List.of())
						: new Standing<>(null, List.of(level));
			}
		}
		return new Standing<>(null, Levels.ofOtherWindows(settled, this.windows));
	}

	private L basis(int index, Standing<L> standing, String key, long now) {
		L exact = standing.exact();
		return (exact != null) ? exact : fresh(index, key, now).plus(standing.used(now));
	}

	/**
	 * Offset of a key's slot boundaries for one of the policy's limits.
	 * @param index index of the limit
	 * @param key the key
	 * @return in microseconds; 0 for algorithms without slots
	 */
	public long phase(int index, String key) {
		return 0;
	}

	Limit limit(int index) {
		return this.limits.get(index);
	}

	long window(int index) {
		return this.windows[index];
	}

	long capacity(int index) {
		return this.capacities[index];
	}

	/**
	 * How many single permits would pass now, at least 0.
	 */
	long remaining(int index, Standing<L> standing, long now) {
		return Math.max(0, this.capacities[index] - standing.used(now));
	}

	/**
	 * Time until {@code permits} would pass.
	 */
	long untilFits(int index, Standing<L> standing, long now, long permits) {
		return standing.untilUsed(this.capacities[index] - permits, now);
	}

	/**
	 * How long a request waits that took {@code permits} and left these levels behind.
	 */
	long delay(List<L> after, long now, long permits) {
		return 0;
	}

	/**
	 * Whether a level of the same window was counted under just this limit's numbers.
	 */
	abstract boolean isCountedUnder(int index, L level, String key);

	/**
	 * A level of this limit with nothing in use.
	 */
	abstract L fresh(int index, String key, long now);

	/**
	 * What was taken from the level of one limit, and where.
	 * @param index index of the limit
	 * @param level the level right after the charge
	 * @param taken how many permits were taken
	 * @return the place
	 */
	public abstract Charge.Place place(int index, L level, long taken);

	/**
	 * A level after a charge was given back.
	 * @return the very same level if there is nothing to give back
	 */
	abstract L giveBack(L level, long now, Charge.Place place);

}
