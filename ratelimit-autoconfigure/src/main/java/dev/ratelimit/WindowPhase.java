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

package dev.ratelimit;

/**
 * Where the slots of a fixed window and of a sliding window counter begin.
 *
 * @since 0.1.0
 */
public enum WindowPhase {

	/**
	 * Each key has its own slot boundaries, derived from a stable hash of the key, so
	 * that not all keys reset at one moment.
	 */
	PER_KEY,

	/** Slots begin at multiples of the window since the epoch, the same for all keys. */
	ALIGNED

}
