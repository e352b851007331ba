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
 * A level that is counted in slots of time.
 *
 * @param <S> the slot itself
 */
public sealed interface Slot<S extends Slot<S>> extends Level<S> permits FixedSlot, SlidingSlot {

	/**
	 * Start of the current slot, microseconds since the epoch.
	 */
	long start();

	/**
	 * This slot with less taken in it, never below nothing.
	 */
	S minus(long permits);

	/**
	 * Start of the slot that now lies in, on the grid of this one.
	 */
	default long startAt(long now) {
		return now - Math.floorMod(now - start(), window());
	}

	/**
	 * Time until the current slot ends, in microseconds.
	 */
	default long left(long now) {
		return start() + window() - now;
	}

}
