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

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;

import static dev.ratelimit.contract.World.KEY;

/**
 * Cases in which rate limiters have failed in public. Time 0 is the start of a slot; a
 * leaky bucket has queue = limit - 1 and max-wait = window.
 */
interface Cases {

	RateLimitStore open(InstantSource clock);

	default World world(Algorithm algorithm) {
		return new World(algorithm, this::open);
	}

	default Script trace(RateLimitPolicy policy) {
		return new Script(world(policy.algorithm()), policy);
	}

	default Script trace(Algorithm algorithm, String... limits) {
		return trace(Policies.aligned(algorithm, "case", limits));
	}

	/**
	 * Ask for one permit at each of these milliseconds and tell the statuses an HTTP
	 * client would see.
	 */
	static List<Integer> statuses(World world, RateLimiter limiter, long... millis) {
		List<Integer> statuses = new ArrayList<>();
		for (long milli : millis) {
			world.clock().set(World.START.plusMillis(milli));
			statuses.add(limiter.tryAcquire(KEY, 1).isPermitted() ? 200 : 429);
		}
		return statuses;
	}

}
