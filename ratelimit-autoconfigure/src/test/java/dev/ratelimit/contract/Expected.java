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
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import org.jspecify.annotations.Nullable;

/**
 * The decision that the oracle expects.
 *
 * @param outcome the outcome
 * @param reason the reason
 * @param readings the readings that are right, more than one where two limits are equally
 * tight; empty if there must be none
 * @param readingOpen whether the specification leaves the numbers of the reading open
 * @param retryAfter microseconds, absent if there must be none
 * @param delay microseconds
 * @param ticket what was taken, absent if nothing was
 */
record Expected(Outcome outcome, Reason reason, List<Reading> readings, boolean readingOpen, @Nullable Long retryAfter,
		long delay, @Nullable Ticket ticket) {

	static Expected refusedOutright(Reason reason) {
		return new Expected(Outcome.REJECTED, reason, List.of(), false, null, 0, null);
	}

	static Expected look(List<Reading> readings, boolean readingOpen, long wait) {
		return new Expected(Outcome.ALLOWED, Reason.NONE, readings, readingOpen, (wait > 0) ? wait : null, 0, null);
	}

	static Expected refused(Reason reason, List<Reading> readings, boolean readingOpen, long wait) {
		return new Expected(Outcome.REJECTED, reason, readings, readingOpen, wait, 0, null);
	}

	static Expected granted(List<Reading> readings, boolean readingOpen, long delay, Ticket ticket) {
		return new Expected((delay > 0) ? Outcome.DELAYED : Outcome.ALLOWED, Reason.NONE, readings, readingOpen, null,
				delay, ticket);
	}

	boolean matches(Decision decision) {
		return decision.outcome() == this.outcome && decision.reason() == this.reason
				&& decision.delay().equals(micros(this.delay)) && matches(decision.reading())
				&& Objects.equals(decision.retryAfter(), (this.retryAfter != null) ? micros(this.retryAfter) : null)
				&& (this.ticket == null || this.ticket.isEmpty() || decision.charge() != null)
				&& (this.ticket != null || decision.charge() == null);
	}

	Decision asDecision() {
		return new Decision(this.outcome, this.reason, Source.STORE,
				this.readings.isEmpty() ? null : this.readings.get(0),
				(this.retryAfter != null) ? micros(this.retryAfter) : null, micros(this.delay), null);
	}

	private boolean matches(@Nullable Reading reading) {
		if (reading == null || this.readings.isEmpty()) {
			return reading == null && this.readings.isEmpty();
		}
		return this.readingOpen || this.readings.contains(reading);
	}

	private static Duration micros(long micros) {
		return Duration.of(micros, ChronoUnit.MICROS);
	}

}
