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

package dev.ratelimit.pass;

import java.util.Objects;

import dev.ratelimit.RateLimiter;

/**
 * What a request asks of one policy.
 *
 * @param limiter the policy's limiter
 * @param key whose limit
 * @param permits how many permits, at least 0; 0 is a look
 * @param shared whether all callers share the key, so that nothing may be held of it for
 * a request that its own limits refuse
 * @param route id of the route or operation that brought the policy in; for meters
 * @since 0.1.0
 */
public record Ask(RateLimiter limiter, String key, long permits, boolean shared, String route) {

	public Ask {
		Objects.requireNonNull(limiter, "limiter must not be null");
		Objects.requireNonNull(key, "key must not be null");
		Objects.requireNonNull(route, "route must not be null");
		if (permits < 0) {
			throw new IllegalArgumentException("permits must not be negative, not " + permits);
		}
	}

	/**
	 * Whether another ask would be decided on the same permits as this one.
	 * @param other another ask
	 * @return {@code true} if both name the same policy and key
	 */
	boolean isSameAs(Ask other) {
		return this.key.equals(other.key) && this.limiter.policy().name().equals(other.limiter.policy().name());
	}

}
