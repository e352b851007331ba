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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

/**
 * What is done to all levels of a key alike.
 */
final class Levels {

	private Levels() {
	}

	/**
	 * The levels on a clock that may have stepped back.
	 * @return the very same list if no level is later than now
	 */
	static <L extends Level<L>> List<L> clamp(@Nullable List<L> levels, long now) {
		if (levels == null) {
			return List.of();
		}
		for (L level : levels) {
			if (level.clamped(now) != level) {
				return levels.stream().map((each) -> each.clamped(now)).toList();
			}
		}
		return levels;
	}

	/**
	 * The levels as they stand now.
	 */
	static <L extends Level<L>> List<L> settle(List<L> levels, long now) {
		List<L> settled = new ArrayList<>(levels.size());
		for (L level : levels) {
			settled.add(level.settled(now));
		}
		return settled;
	}

	/**
	 * The levels whose window is none of the given, all in microseconds.
	 */
	static <L extends Level<L>> List<L> ofOtherWindows(List<L> levels, long[] windows) {
		return levels.stream()
			.filter((level) -> LongStream.of(windows).noneMatch((window) -> window == level.window()))
			.toList();
	}

	/**
	 * Levels that were counted under the limits' own numbers.
	 */
	static <L extends Level<L>> List<Standing<L>> exactly(List<L> levels) {
		return levels.stream().map((level) -> new Standing<>(level, List.<L>of())).toList();
	}

}
