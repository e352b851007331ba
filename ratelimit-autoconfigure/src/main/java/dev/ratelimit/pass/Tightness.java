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
import java.util.Comparator;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.Reading;

/**
 * Orders answers by how little they leave the client: the greatest is the one the client
 * is told of. A refusal comes before a store that gave no answer, and that before
 * permission. Of refusals the one that lasts longest counts, of permissions the one with
 * least remaining, then the one that resets last.
 */
final class Tightness implements Comparator<Answer> {

	static final Tightness INSTANCE = new Tightness();

	private Tightness() {
	}

	@Override
	public int compare(Answer left, Answer right) {
		Decision one = left.decision();
		Decision other = right.decision();
		int result = Integer.compare(rank(one), rank(other));
		if (result == 0 && !one.isPermitted()) {
			result = compareWaits(one, other);
		}
		return (result == 0) ? compareReadings(one, other) : result;
	}

	private static int rank(Decision decision) {
		return (decision.outcome() == Outcome.REJECTED) ? 2 : (decision.isPermitted() ? 0 : 1);
	}

	/**
	 * No wait at all means that waiting does not help, so that is longer than any.
	 */
	private static int compareWaits(Decision one, Decision other) {
		Duration wait = one.retryAfter();
		Duration otherWait = other.retryAfter();
		if (wait == null || otherWait == null) {
			return Boolean.compare(wait == null, otherWait == null);
		}
		return wait.compareTo(otherWait);
	}

	private static int compareReadings(Decision one, Decision other) {
		Reading reading = one.reading();
		Reading otherReading = other.reading();
		if (reading == null || otherReading == null) {
			return Boolean.compare(reading != null, otherReading != null);
		}
		int result = Long.compare(otherReading.remaining(), reading.remaining());
		return (result == 0) ? reading.resetAfter().compareTo(otherReading.resetAfter()) : result;
	}

}
