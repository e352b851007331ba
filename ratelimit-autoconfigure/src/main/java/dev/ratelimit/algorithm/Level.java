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

/**
 * How much of one limit a key has used: the stored state of one limit. It carries the
 * numbers it was counted under, so that it can still be read after the limit was changed.
 * Immutable; all times are microseconds since the epoch.
 *
 * @param <L> the level itself
 */
public sealed interface Level<L extends Level<L>> permits Bucket, Slot {

	/**
	 * The window this level was counted under, in microseconds.
	 */
	long window();

	/**
	 * This level on a clock that has stepped back: a time later than now becomes now, and
	 * what is used stays used.
	 * @return this very object if its time is not later than now
	 */
	L clamped(long now);

	/**
	 * This level as it stands now: drained, or rolled into the current slot.
	 * @param now not before the level's own time
	 */
	L settled(long now);

	/**
	 * Permits in use, rounded up.
	 * @param now the moment this level is settled at
	 */
	long used(long now);

	/**
	 * Time until at most {@code target} permits are in use, if nobody takes more.
	 * @param now the moment this level is settled at
	 * @param target whole permits, at least 0
	 * @return microseconds, rounded up; 0 if that is so now
	 */
	long untilUsed(long target, long now);

	/**
	 * This level with more permits in use.
	 */
	L plus(long permits);

}
