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
import java.util.Set;

/**
 * What the oracle remembers of one charge.
 *
 * @param time when it was taken
 * @param places what was taken from each limit; empty for a log
 * @param marks the marks that were left in a log; empty for all else
 */
record Ticket(long time, List<Place> places, Set<Mark> marks) {

	boolean isEmpty() {
		return this.marks.isEmpty() && this.places.stream().noneMatch((place) -> place.taken > 0);
	}

	/**
	 * What was taken from one limit.
	 *
	 * @param taken permits
	 * @param rightAfter the usage right after the charge
	 */
	record Place(long taken, Usage rightAfter) {
	}

	/**
	 * One permit in a log.
	 *
	 * @param time when it was taken
	 * @param number tells marks of one microsecond apart, in the order of arrival
	 */
	record Mark(long time, long number) {
	}

}
