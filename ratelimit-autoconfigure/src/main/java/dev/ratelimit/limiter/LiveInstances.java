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

package dev.ratelimit.limiter;

import java.util.Arrays;

/**
 * How many instances share the limits: the most that any of the last {@value #BEATS_KEPT}
 * beats counted, so that an instance whose beat is late does not raise the share of the
 * others; before the first beat, what the configuration assumes. The last count stands as
 * long as the store is silent. Thread-safe.
 *
 * @since 0.1.0
 */
public final class LiveInstances {

	static final int BEATS_KEPT = 10;

	private final int[] counts = new int[BEATS_KEPT];

	private int beats;

	private volatile int instances;

	/**
	 * Begin with an assumption.
	 * @param assumed how many instances there are until the store has counted them, at
	 * least 1
	 */
	public LiveInstances(int assumed) {
		if (assumed < 1) {
			throw new IllegalArgumentException("instances must be at least 1, not " + assumed);
		}
		this.instances = assumed;
	}

	/**
	 * How many there are.
	 * @return the number, at least 1
	 */
	public int get() {
		return this.instances;
	}

	/**
	 * The store has counted them.
	 * @param counted how many it found
	 */
	synchronized void counted(int counted) {
		this.counts[this.beats++ % BEATS_KEPT] = counted;
		this.instances = Math.max(1, Arrays.stream(this.counts).max().orElse(1));
	}

}
