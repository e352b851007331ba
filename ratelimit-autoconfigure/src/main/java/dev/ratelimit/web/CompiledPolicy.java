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

package dev.ratelimit.web;

import dev.ratelimit.RateLimiter;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.rules.PolicyRule;

/**
 * A policy of a route, ready to be asked.
 *
 * @param limiter decides
 * @param name name of the policy
 * @param key tells callers apart
 * @param globalKey the key that all callers share, should the chain end in it
 */
record CompiledPolicy(RateLimiter limiter, String name, KeySpec key, String globalKey) {

	static CompiledPolicy of(PolicyRule rule, RateLimiter limiter) {
		return new CompiledPolicy(limiter, rule.name(), rule.key(), "global|" + rule.name());
	}

	/**
	 * Whether a resolved key is that of all callers: a chain such as
	 * {@code [user, global]} shares it only among those without a user.
	 */
	boolean isShared(String resolved) {
		return resolved.equals(this.globalKey);
	}

}
