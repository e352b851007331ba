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

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Where a key stands with one limit at one moment: a level counted under the limit's own
 * numbers, or, after the limit was changed, the levels that it inherits from.
 *
 * @param <L> the kind of level
 * @param exact the level under the limit's own numbers, settled now
 * @param inherited levels under other numbers, settled now; empty if there is an exact
 * one
 */
record Standing<L extends Level<L>>(@Nullable L exact, List<L> inherited) {

	/**
	 * Permits in use, rounded up: the greatest among inherited levels.
	 */
	long used(long now) {
		if (this.exact != null) {
			return this.exact.used(now);
		}
		long used = 0;
		for (L level : this.inherited) {
			used = Math.max(used, level.used(now));
		}
		return used;
	}

	/**
	 * Time until at most {@code target} permits are in use. Inherited levels keep their
	 * own numbers until an allowed call converts them, so it is their time that counts.
	 */
	long untilUsed(long target, long now) {
		if (this.exact != null) {
			return this.exact.untilUsed(target, now);
		}
		long wait = 0;
		for (L level : this.inherited) {
			wait = Math.max(wait, level.untilUsed(target, now));
		}
		return wait;
	}

}
