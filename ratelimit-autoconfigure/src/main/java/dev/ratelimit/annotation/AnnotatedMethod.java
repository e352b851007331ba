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

package dev.ratelimit.annotation;

import java.util.List;
import java.util.Objects;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.key.KeySpec;

/**
 * A method whose calls are limited.
 *
 * @param id stands for the method in meters and endpoints, as a route's id does:
 * {@code <simple class name>.<method>}, the same for overloads
 * @param method the method in full, for example {@code com.acme.Orders.place(String)}
 * @param limits what applies to it, at least one
 * @since 0.1.0
 */
public record AnnotatedMethod(String id, String method, List<AppliedPolicy> limits) {

	public AnnotatedMethod {
		Objects.requireNonNull(id, "id must not be null");
		Objects.requireNonNull(method, "method must not be null");
		limits = List.copyOf(limits);
	}

	/**
	 * A policy as it applies to the method.
	 *
	 * @param policy the policy
	 * @param key tells callers apart; {@link KeySpec#toString()} is its text
	 */
	public record AppliedPolicy(RateLimitPolicy policy, KeySpec key) {

		public AppliedPolicy {
			Objects.requireNonNull(policy, "policy must not be null");
			Objects.requireNonNull(key, "key must not be null");
		}

	}

}
