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
import dev.ratelimit.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Remembers when each permit was taken: the exact sliding window.
 * <p>
 * <b>Model.</b> Every permit leaves a mark with its moment. A mark made at t counts until
 * t + W and at t + W no more; a request passes iff the marks that count, plus p, are at
 * most L. Several limits look at one set of marks through windows of different length.
 * <p>
 * <b>State.</b> The marks of the longest window, so memory grows with the limit: at most
 * L marks per key, and that for every key. Being a list of facts, it needs no conversion
 * when limits change.
 * <p>
 * <b>Example.</b> {@code 2/3s}. Requests at 0 and 1 s pass. At 2 s both marks count: the
 * third is refused and told to wait 1 s, when the first mark leaves.
 * <p>
 * <b>Variants.</b> {@code count-rejected}: a refused attempt leaves its marks too, so
 * that whoever keeps knocking stays out; the set keeps only the newest marks, as many as
 * the largest limit has permits, which is all that any decision can depend on.
 * {@code min-interval}: not sooner than that after the newest mark.
 * <p>
 * <b>Worst case.</b> L in any half-open window, always; that is its point.
 * <p>
 * <b>Choose it</b> where the number must hold to the letter: logins, password resets,
 * quotas that are invoiced. Not for limits of many thousand permits per key.
 * <p>
 * The sorted-set form is folklore among Redis users; the earliest description we know is
 * P. Hayes, <em>Better rate limiting with Redis sorted sets</em> (2013).
 *
 * @since 0.1.0
 */
public final class SlidingWindowLog implements LimitAlgorithm<Marks> {

	private final List<Limit> limits;

	private final boolean countRejected;

	private final long minInterval;

	private final long longestWindow;

	private final long largestLimit;

	SlidingWindowLog(RateLimitPolicy policy) {
		this.limits = policy.limits();
		this.countRejected = policy.countRejected();
		Duration interval = policy.minInterval();
		this.minInterval = (interval != null) ? Micros.of(interval) : 0;
		this.longestWindow = this.limits.get(this.limits.size() - 1).windowMicros();
		this.largestLimit = this.limits.stream().mapToLong(Limit::permits).max().orElseThrow();
	}

	@Override
	public Step<Marks> tryAcquire(@Nullable Marks state, String key, long now, long permits) {
		Marks stored = (state != null) ? state : Marks.NONE;
		Marks marks = stored.clamped(now);
		if (permits == 0) {
			return new Step<>(marks, marks != stored,
					standing(counts(marks, now, 1), newest(marks), now, 1, Outcome.ALLOWED));
		}
		if (fits(marks, now, permits)) {
			Marks after = marked(marks, now, permits);
			return new Step<>(after, true,
					granted(counts(after, now, 1), now, after.nextSequence(now) - permits, permits));
		}
		Marks after = this.countRejected ? rejected(marks, now, permits) : marks;
		return new Step<>(after, after != stored,
				standing(counts(after, now, permits), newest(after), now, permits, Outcome.REJECTED));
	}

	private boolean fits(Marks marks, long now, long permits) {
		for (Limit limit : this.limits) {
			if (marks.countAfter(now - limit.windowMicros()) + permits > limit.permits()) {
				return false;
			}
		}
		return marks.isEmpty() || newest(marks) + this.minInterval <= now;
	}

	/**
	 * Leaves marks and drops what has left the longest window.
	 */
	private Marks marked(Marks marks, long now, long permits) {
		return marks.after(now - this.longestWindow).plus(now, (int) permits);
	}

	/**
	 * Leaves the marks of a rejection and keeps the newest, all that a decision can
	 * depend on; but no fewer than there were, because a lowered limit makes nobody
	 * forget.
	 */
	private Marks rejected(Marks marks, long now, long permits) {
		int before = marks.countAfter(now - this.longestWindow);
		return marked(marks, now, permits).newest(Math.max(this.largestLimit, before));
	}

	@Override
	public Step<Marks> charge(@Nullable Marks state, String key, long now, long permits) {
		Marks marks = ((state != null) ? state : Marks.NONE).clamped(now);
		long room = 2 * this.largestLimit - marks.countAfter(now - this.longestWindow);
		long taken = Math.min(permits, Math.max(0, room));
		Marks after = marked(marks, now, taken);
		return new Step<>(after, true,
				charged(counts(after, now, 1), newest(after), now, after.nextSequence(now) - taken, taken));
	}

	@Override
	public Marks release(Marks state, long now, Charge charge) {
		Marks marks = state.clamped(now);
		Marks after = marks;
		for (Charge.Place place : charge.places()) {
			after = after.without(place.time(), place.used(), place.taken());
		}
		return (after == marks) ? state : after;
	}

	@Override
	public long used(Marks state, long now) {
		return state.clamped(now).countAfter(now - this.longestWindow);
	}

	/**
	 * What it means that a request left its marks, by this class or by a script.
	 * @param counts what each limit shows right after
	 * @param now the moment of the step
	 * @param sequence the number of the first mark
	 * @param permits what the request took, at least 1
	 * @return the ruling
	 */
	public Ruling granted(List<MarkCount> counts, long now, long sequence, long permits) {
		return charged(counts, now, now, sequence, permits);
	}

	/**
	 * What it means that a debt left its marks, by this class or by a script.
	 * @param counts what each limit shows right after
	 * @param newest the moment of the newest mark
	 * @param now the moment of the step
	 * @param sequence the number of the first mark
	 * @param taken how many marks were left
	 * @return the ruling
	 */
	public Ruling charged(List<MarkCount> counts, long newest, long now, long sequence, long taken) {
		Findings findings = findings(counts, newest, now, 0);
		List<Charge.Place> places = (taken > 0)
				? List.of(new Charge.Place(this.largestLimit, this.longestWindow, taken, now, sequence, 0)) : List.of();
		return new Ruling(Outcome.ALLOWED, Reason.NONE, findings.reading(), null, Duration.ZERO, places,
				findings.lifetime());
	}

	/**
	 * What a look or a rejection says.
	 * @param counts what each limit shows, including marks that a rejection left
	 * @param newest the moment of the newest mark, if there is any
	 * @param now the moment of the step
	 * @param permits what was refused; for a look, 1
	 * @param outcome ALLOWED for a look, else REJECTED
	 * @return the ruling
	 */
	public Ruling standing(List<MarkCount> counts, long newest, long now, long permits, Outcome outcome) {
		Findings findings = findings(counts, newest, now, permits);
		long pause = Math.max(0, newest + this.minInterval - now);
		boolean tooSoon = pause > findings.longestWait();
		Reason reason = (outcome != Outcome.REJECTED) ? Reason.NONE : (tooSoon ? Reason.MIN_INTERVAL : Reason.LIMIT);
		Duration retryAfter = tooSoon ? Micros.toDuration(pause) : findings.retryAfter();
		return new Ruling(outcome, reason, findings.reading(), retryAfter, Duration.ZERO, List.of(),
				findings.lifetime());
	}

	private Findings findings(List<MarkCount> counts, long newest, long now, long permits) {
		Findings findings = new Findings();
		for (int i = 0; i < this.limits.size(); i++) {
			Limit limit = this.limits.get(i);
			MarkCount marks = counts.get(i);
			boolean full = permits > 0 && marks.count() + permits > limit.permits();
			long wait = full ? marks.leaving() + limit.windowMicros() - now : 0;
			long resetAfter = (marks.count() > 0) ? newest + limit.windowMicros() - now : 0;
			findings.add(limit, limit.permits(), Math.max(0, limit.permits() - marks.count()), wait, resetAfter);
		}
		return findings;
	}

	private List<MarkCount> counts(Marks marks, long now, long permits) {
		List<MarkCount> counts = new ArrayList<>(this.limits.size());
		for (Limit limit : this.limits) {
			long count = marks.countAfter(now - limit.windowMicros());
			boolean full = count + permits > limit.permits();
			counts.add(new MarkCount(count, full ? marks.timeFromNewest(limit.permits() - permits) : 0));
		}
		return counts;
	}

	/**
	 * The moment of the newest mark; of an empty log, one that is past for every purpose.
	 */
	private long newest(Marks marks) {
		return marks.isEmpty() ? Long.MIN_VALUE / 2 : marks.timeFromNewest(0);
	}

}
