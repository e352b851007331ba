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

package dev.ratelimit.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Turns definitions into rules and finds everything that is wrong with them at once.
 *
 * @since 0.1.0
 */
public final class RulesReader {

	private final String prefix;

	private final PathCheck pathCheck;

	/**
	 * Create a reader.
	 * @param prefix what property names begin with, for example {@code ratelimit}
	 * @param pathCheck knows the syntax of path patterns
	 */
	public RulesReader(String prefix, PathCheck pathCheck) {
		this.prefix = prefix;
		this.pathCheck = pathCheck;
	}

	/**
	 * Read definitions.
	 * @param policies the policies, with different names
	 * @param routes the routes
	 * @return rules, problems, warnings and hints
	 */
	public RulesReading read(Collection<PolicyDefinition> policies, List<RouteDefinition> routes) {
		List<RulesProblem> problems = new ArrayList<>();
		Set<String> names = new LinkedHashSet<>();
		Map<String, PolicyRule> rules = new LinkedHashMap<>();
		for (PolicyDefinition policy : policies) {
			names.add(policy.name());
			PolicyRule rule = new PolicyReader(this.prefix + ".policies." + policy.name(), problems).read(policy);
			if (rule != null) {
				rules.put(policy.name(), rule);
			}
		}
		List<Route> readRoutes = readRoutes(routes, names, rules, problems);
		RateLimitRules all = new RateLimitRules(rules, readRoutes);
		RulesAdvice advice = new RulesAdvice(this.prefix, all);
		return new RulesReading(all, problems, advice.warnings(), advice.hints());
	}

	private List<Route> readRoutes(List<RouteDefinition> definitions, Set<String> names, Map<String, PolicyRule> rules,
			List<RulesProblem> problems) {
		List<Route> routes = new ArrayList<>();
		Set<String> ids = new LinkedHashSet<>();
		for (int i = 0; i < definitions.size(); i++) {
			RouteDefinition definition = definitions.get(i);
			String property = this.prefix + ".routes[" + i + "]";
			Route route = new RouteReader(property, names, rules, this.pathCheck, problems).read(definition);
			if (definition.id() != null && !ids.add(definition.id())) {
				problems
					.add(new RulesProblem(property + ".id", definition.id(), "two routes have this id, change one"));
			}
			else if (route != null) {
				routes.add(route);
			}
		}
		return routes;
	}

	static String kebab(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	static @Nullable String join(List<String> values) {
		return values.isEmpty() ? null : String.join(", ", values);
	}

}
