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
 * Keeps what callers have used and makes the limiters that decide on it. A store serves
 * all algorithms. Implementations are thread-safe.
 *
 * @since 0.1.0
 */
public interface RateLimitStore {

	/**
	 * Make a limiter for a policy. Limiters of the same policy name and algorithm share
	 * their state, also across calls and, if the store is shared, across instances.
	 * @param policy the policy to apply
	 * @return a limiter on this store
	 */
	RateLimiter limiter(RateLimitPolicy policy);

}
