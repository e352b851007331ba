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

package dev.ratelimit.memory;

import java.security.SecureRandom;

/**
 * Spreads keys over shards in a way that nobody outside can foresee: whoever could choose
 * keys that meet in one shard could fill it, and so push a key out, with a handful of
 * them. Keyed anew in every process.
 */
final class KeyedHash {

	private final long seed;

	private final long multiplier;

	KeyedHash() {
		SecureRandom random = new SecureRandom();
		this.seed = random.nextLong();
		this.multiplier = random.nextLong() | 1;
	}

	/**
	 * The hash of a key.
	 * @return 0 to {@link Integer#MAX_VALUE}
	 */
	int of(String key) {
		long hash = this.seed;
		for (int i = 0; i < key.length(); i++) {
			hash = (hash ^ key.charAt(i)) * this.multiplier;
			hash ^= hash >>> 32;
		}
		return (int) ((hash * this.multiplier) >>> 33);
	}

}
