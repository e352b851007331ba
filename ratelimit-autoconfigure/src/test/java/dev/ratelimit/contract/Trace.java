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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.ratelimit.RateLimitPolicy;

/**
 * Random requests of one key, the same for the same seed.
 *
 * @param seed printed when a law is broken
 * @param steps the requests
 */
record Trace(long seed, List<Step> steps) {

	/**
	 * Make a trace that is dense enough to be refused at times and sparse enough to
	 * recover.
	 */
	static Trace random(long seed, RateLimitPolicy policy, int length) {
		Random random = new Random(seed);
		List<Step> steps = new ArrayList<>();
		for (int i = 0; i < length; i++) {
			long window = policy.limits().get(random.nextInt(policy.limits().size())).windowMicros();
			long pause = switch (random.nextInt(10)) {
				case 0, 1, 2, 3, 4 -> 0;
				case 5, 6, 7 -> random.nextLong(window / 3);
				case 8 -> random.nextLong(window);
				default -> random.nextLong(3 * window);
			};
			long permits = random.nextBoolean() ? 1 : random.nextLong(policy.capacity()) + 1;
			steps.add(new Step(pause, permits));
		}
		return new Trace(seed, steps);
	}

	/**
	 * One request.
	 *
	 * @param pause microseconds since the request before
	 * @param permits how many it asks for
	 */
	record Step(long pause, long permits) {
	}

}
