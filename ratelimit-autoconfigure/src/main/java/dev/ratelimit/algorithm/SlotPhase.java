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
 * Spreads the slot boundaries of keys over the window, so that not all callers find room
 * again at the same moment.
 */
final class SlotPhase {

	private static final long FNV_OFFSET = 0xcbf29ce484222325L;

	private static final long FNV_PRIME = 0x100000001b3L;

	private SlotPhase() {
	}

	/**
	 * A stable offset for a key: the same on every instance and in every release, because
	 * stored slots depend on it.
	 * @param key the key
	 * @param window the window in microseconds
	 * @return 0 to {@code window - 1}
	 */
	static long of(String key, long window) {
		long hash = FNV_OFFSET;
		for (int i = 0; i < key.length(); i++) {
			hash = (hash ^ key.charAt(i)) * FNV_PRIME;
		}
		// FNV leaves the last characters in the low bits alone; the finalizer of
		// MurmurHash3 spreads them over all 64
		hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
		hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
		return Math.floorMod(hash ^ (hash >>> 33), window);
	}

}
