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

import java.util.List;
import java.util.Objects;

import dev.ratelimit.autoconfigure.RateLimitProperties.Policy;
import dev.ratelimit.rules.PathCheck;
import dev.ratelimit.rules.PolicyDefinition;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.RouteDefinition;
import dev.ratelimit.rules.RulesReader;
import dev.ratelimit.rules.RulesReading;

import org.springframework.util.ClassUtils;

/**
 * Makes rules of properties.
 */
final class RulesFactory {

	private static final boolean WEB = ClassUtils.isPresent("org.springframework.web.util.pattern.PathPatternParser",
			RulesFactory.class.getClassLoader());

	private RulesFactory() {
	}

	static RateLimitRules rules(RateLimitProperties properties) {
		RulesReading reading = read(properties);
		if (!reading.problems().isEmpty()) {
			throw new RateLimitConfigurationException(reading.problems());
		}
		return reading.rules();
	}

	static RulesReading read(RateLimitProperties properties) {
		List<PolicyDefinition> policies = properties.policies()
			.entrySet()
			.stream()
			.map((entry) -> policy(entry.getKey(), entry.getValue(), properties))
			.toList();
		List<RouteDefinition> routes = properties.routes()
			.stream()
			.map((route) -> new RouteDefinition(route.id(), route.paths(), route.exclude(), route.methods(),
					route.policies()))
			.toList();
		PathCheck pathCheck = WEB ? new PathPatternCheck() : PathCheck.NONE;
		return new RulesReader("ratelimit", pathCheck).read(policies, routes);
	}

	private static PolicyDefinition policy(String name, Policy policy, RateLimitProperties properties) {
		return new PolicyDefinition(name, policy.algorithm(), policy.limits(), policy.key(), policy.missingKey(),
				Objects.requireNonNullElse(policy.failureMode(), properties.failureMode()), policy.phase(),
				policy.queue(), policy.maxWait(), policy.windowPhase(), policy.countRejected(), policy.minInterval());
	}

}
