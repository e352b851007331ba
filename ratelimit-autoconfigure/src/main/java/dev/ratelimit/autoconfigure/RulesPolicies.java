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

import java.util.Set;

import dev.ratelimit.annotation.ConfiguredPolicies;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import org.jspecify.annotations.Nullable;

/**
 * Shows annotations the policies of the configuration.
 */
final class RulesPolicies implements ConfiguredPolicies {

	private final RateLimitRules rules;

	RulesPolicies(RateLimitRules rules) {
		this.rules = rules;
	}

	@Override
	public Set<String> names() {
		return this.rules.policies().keySet();
	}

	@Override
	public @Nullable Keys find(String name) {
		PolicyRule rule = this.rules.policies().get(name);
		return (rule != null) ? new Keys(rule.key(), rule.missingKey()) : null;
	}

}
