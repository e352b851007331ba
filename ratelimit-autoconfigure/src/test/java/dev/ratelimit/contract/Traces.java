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

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;

/**
 * Traces worked out by hand from the specification, never recorded.
 */
interface Traces {

	RateLimitStore open(InstantSource clock);

	default Script trace(RateLimitPolicy policy) {
		return new Script(new World(policy.algorithm(), this::open), policy);
	}

	default Script trace(Algorithm algorithm, String... limits) {
		return trace(Policies.aligned(algorithm, "golden", limits));
	}

}
