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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.ratelimit.RateLimiter;
import dev.ratelimit.RateLimiterRegistry;

/**
 * The limiters of a fixed set of policies.
 *
 * @since 0.1.0
 */
public final class LimiterRegistry implements RateLimiterRegistry {

	private final Map<String, RateLimiter> limiters;

	/**
	 * Create the registry.
	 * @param limiters the limiters by the name of their policy, in the order of
	 * configuration
	 */
	public LimiterRegistry(Map<String, RateLimiter> limiters) {
		this.limiters = Collections.unmodifiableMap(new LinkedHashMap<>(limiters));
	}

	@Override
	public RateLimiter limiter(String policy) {
		RateLimiter limiter = this.limiters.get(policy);
		if (limiter == null) {
			throw new IllegalArgumentException(
					"there is no policy '%s', there are %s".formatted(policy, this.limiters.keySet()));
		}
		return limiter;
	}

	@Override
	public Set<String> policies() {
		return this.limiters.keySet();
	}

}
