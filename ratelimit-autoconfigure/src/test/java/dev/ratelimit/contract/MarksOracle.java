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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.contract.Ticket.Mark;

/**
 * The sliding window log: every permit is a mark.
 */
final class MarksOracle extends Oracle {

	/** In the order of arrival, which is also that of time. */
	private List<Mark> marks = new ArrayList<>();

	/** Marks that a look or a refusal may or may not have dropped. */
	private final Set<Mark> doubtful = new HashSet<>();

	private long next;

	MarksOracle(long hash) {
		super(hash);
	}

	@Override
	void clamp(long now) {
		// A mark moved to now is another mark: its charge can no longer find it.
		this.marks.replaceAll((mark) -> (mark.time() > now) ? new Mark(now, this.next++) : mark);
	}

	@Override
	boolean isOpen(RateLimitPolicy policy, long now) {
		return this.marks.stream()
			.anyMatch((mark) -> this.doubtful.contains(mark) && mark.time() > oldest(policy, now));
	}

	@Override
	List<Sight> look(RateLimitPolicy policy, long permits, long now) {
		this.marks.stream().filter((mark) -> mark.time() <= oldest(policy, now)).forEach(this.doubtful::add);
		return policy.limits().stream().map((limit) -> look(limit, permits, now)).toList();
	}

	private Sight look(Limit limit, long permits, long now) {
		long window = limit.windowMicros();
		List<Mark> inside = this.marks.stream().filter((mark) -> mark.time() > now - window).toList();
		long reset = inside.isEmpty() ? 0 : inside.get(inside.size() - 1).time() + window - now;
		long mustGo = inside.size() + permits - limit.permits();
		long wait = (mustGo > 0 && permits > 0) ? inside.get((int) mustGo - 1).time() + window - now : 0;
		return new Sight(limit, limit.permits(), Math.max(0, limit.permits() - inside.size()), reset, wait);
	}

	@Override
	Ticket take(RateLimitPolicy policy, long permits, long now) {
		this.marks.removeIf((mark) -> mark.time() <= oldest(policy, now));
		Set<Mark> taken = new HashSet<>();
		for (long i = 0; i < permits; i++) {
			Mark mark = new Mark(now, this.next++);
			this.marks.add(mark);
			taken.add(mark);
		}
		return new Ticket(now, List.of(), taken);
	}

	@Override
	Ticket owe(RateLimitPolicy policy, long permits, long now) {
		long largest = policy.limits().stream().mapToLong(Limit::permits).max().orElseThrow();
		long count = this.marks.stream().filter((mark) -> mark.time() > oldest(policy, now)).count();
		long room = Math.max(0, 2 * largest - count);
		return take(policy, Math.min(permits, room), now);
	}

	@Override
	void refuse(RateLimitPolicy policy, long permits, long now) {
		if (policy.countRejected()) {
			// a lowered limit makes nobody forget: no fewer marks than there were
			long before = this.marks.stream().filter((mark) -> mark.time() > oldest(policy, now)).count();
			take(policy, permits, now);
			long most = Math.max(before, policy.limits().stream().mapToLong(Limit::permits).max().orElseThrow());
			long surplus = Math.max(0, this.marks.size() - most);
			this.marks = new ArrayList<>(this.marks.subList((int) surplus, this.marks.size()));
		}
	}

	@Override
	long intervalWait(RateLimitPolicy policy, long now) {
		if (policy.minInterval() == null || this.marks.isEmpty()) {
			return 0;
		}
		long newest = this.marks.stream().map(Mark::time).max(Comparator.naturalOrder()).orElseThrow();
		return Math.max(0, newest + policy.minInterval().toNanos() / 1000 - now);
	}

	@Override
	void release(RateLimitPolicy policy, Ticket ticket, long now) {
		this.marks.removeAll(ticket.marks());
	}

	@Override
	void reset() {
		this.marks.clear();
		this.doubtful.clear();
	}

	private static long oldest(RateLimitPolicy policy, long now) {
		return now - policy.limits().stream().mapToLong(Limit::windowMicros).max().orElseThrow();
	}

}
