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

import java.util.Set;

/**
 * The limiters of all configured policies, ready to use: for code that limits what is not
 * an HTTP request. Thread-safe.
 *
 * @since 0.1.0
 */
public interface RateLimiterRegistry {

	/**
	 * The limiter of a policy.
	 * @param policy name of the policy
	 * @return its limiter, with failure mode and all else that the policy asks for
	 * @throws IllegalArgumentException if there is no such policy; the message lists
	 * those there are
	 */
	RateLimiter limiter(String policy);

	/**
	 * Add a policy that is not in the configuration. Adding it again does nothing.
	 * @param policy the policy
	 * @return its limiter, on the configured store
	 * @throws IllegalArgumentException if there is another policy of this name
	 */
	RateLimiter register(RateLimitPolicy policy);

	/**
	 * Names of all policies.
	 * @return the names, in the order of configuration, then of addition
	 */
	Set<String> policies();

}
