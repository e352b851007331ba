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

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.RateLimiterRegistry;

/**
 * The limiters of all policies. Reading takes no lock, for it happens at every call;
 * additions are rare and copy.
 *
 * @since 0.1.0
 */
public final class LimiterRegistry implements RateLimiterRegistry {

	private final Function<RateLimitPolicy, RateLimiter> factory;

	private volatile Map<String, RateLimiter> limiters = Map.of();

	/**
	 * Create the registry.
	 * @param policies the policies to begin with, in the order of configuration, with
	 * different names
	 * @param factory makes the limiter of a policy
	 */
	public LimiterRegistry(Collection<RateLimitPolicy> policies, Function<RateLimitPolicy, RateLimiter> factory) {
		this.factory = factory;
		policies.forEach(this::register);
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
	public synchronized RateLimiter register(RateLimitPolicy policy) {
		RateLimiter known = this.limiters.get(policy.name());
		if (known == null) {
			known = this.factory.apply(policy);
			Map<String, RateLimiter> more = new LinkedHashMap<>(this.limiters);
			more.put(policy.name(), known);
			this.limiters = Collections.unmodifiableMap(more);
		}
		else if (!known.policy().equals(policy)) {
			throw new IllegalArgumentException(
					"there is another policy '%s' already: %s".formatted(policy.name(), known.policy()));
		}
		return known;
	}

	@Override
	public Set<String> policies() {
		return this.limiters.keySet();
	}

}
