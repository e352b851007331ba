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

package dev.ratelimit.autoconfigure;

import java.util.function.Function;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.limiter.FailoverRateLimiter;
import dev.ratelimit.limiter.LimiterRegistry;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;

/**
 * Puts together the limiters of all policies.
 */
final class Limiters {

	private Limiters() {
	}

	/**
	 * Limiters on a store. A store that may fail to answer is stood in for as each
	 * policy's failure mode says.
	 * @param rules the policies
	 * @param store the store
	 * @param shares what this instance alone decides while the store gives no answer
	 * @param watch learns whether the store answers
	 * @return the registry
	 */
	static LimiterRegistry on(RateLimitRules rules, RateLimitStore store, LocalShares shares, StoreWatch watch) {
		if (store instanceof MemoryStore) {
			return registry(rules, store::limiter);
		}
		return registry(rules, (policy) -> new FailoverRateLimiter(store.limiter(policy), shares, watch));
	}

	static LimiterRegistry passThrough(RateLimitRules rules) {
		return registry(rules, PassThroughRateLimiter::new);
	}

	private static LimiterRegistry registry(RateLimitRules rules, Function<RateLimitPolicy, RateLimiter> limiter) {
		return new LimiterRegistry(rules.policies().values().stream().map(PolicyRule::policy).toList(), limiter);
	}

}
