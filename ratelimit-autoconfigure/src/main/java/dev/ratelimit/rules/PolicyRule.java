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

package dev.ratelimit.rules;

import java.util.Objects;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;

/**
 * A policy together with whose limit it is and when it is applied.
 *
 * @param policy how to count and how much is allowed
 * @param key whose limit it is
 * @param missingKey what to do if the key needs a request and there is none
 * @param phase when in a request's way it is applied; one that delays is applied in the
 * last filter instead
 * @since 0.1.0
 */
public record PolicyRule(RateLimitPolicy policy, KeySpec key, MissingKey missingKey, Phase phase) {

	public PolicyRule {
		Objects.requireNonNull(policy, "policy must not be null");
		Objects.requireNonNull(key, "key must not be null");
		Objects.requireNonNull(missingKey, "missingKey must not be null");
		Objects.requireNonNull(phase, "phase must not be null");
	}

	/**
	 * The policy's name.
	 * @return the name
	 */
	public String name() {
		return this.policy.name();
	}

	/**
	 * Whether the policy makes requests wait rather than only refusing them. A request
	 * can be held only where nothing but its handler is left to come.
	 * @return {@code true} for a leaky bucket
	 */
	public boolean delays() {
		return this.policy.algorithm() == Algorithm.LEAKY_BUCKET;
	}

}
