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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.ratelimit.key.TopLevel;
import org.jspecify.annotations.Nullable;

/**
 * Reads one route.
 */
final class RouteReader {

	private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
			"TRACE");

	private final String property;

	private final Set<String> names;

	private final Map<String, PolicyRule> rules;

	private final PathCheck pathCheck;

	private final List<RulesProblem> problems;

	/**
	 * Create a reader.
	 * @param property name of the route's property
	 * @param names names of all policies
	 * @param rules those policies that have no problem of their own
	 * @param pathCheck knows the syntax of path patterns
	 * @param problems where to add problems
	 */
	RouteReader(String property, Set<String> names, Map<String, PolicyRule> rules, PathCheck pathCheck,
			List<RulesProblem> problems) {
		this.property = property;
		this.names = names;
		this.rules = rules;
		this.pathCheck = pathCheck;
		this.problems = problems;
	}

	@Nullable Route read(RouteDefinition definition) {
		int before = this.problems.size();
		List<String> paths = paths("paths", definition.paths());
		List<String> exclude = paths("exclude", definition.exclude());
		Set<String> methods = methods(definition.methods());
		List<String> policies = definition.policies().stream().distinct().toList();
		if (definition.paths().isEmpty()) {
			problem("paths", null, "a route needs at least one path pattern, for example /api/**");
		}
		if (policies.isEmpty()) {
			problem("policies", null, "a route needs at least one policy, there are " + this.names);
		}
		if (definition.id() != null && definition.id().isBlank()) {
			problem("id", definition.id(), "id is blank, remove it");
		}
		if (exclude.contains("/**") || (!paths.isEmpty() && exclude.containsAll(paths))) {
			problem("exclude", String.join(", ", exclude), "nothing is left of the route, exclude less");
		}
		policies.forEach(this::checkPolicy);
		if (this.problems.size() > before || !this.rules.keySet().containsAll(policies)) {
			return null;
		}
		String id = (definition.id() != null) ? definition.id() : paths.get(0);
		return new Route(id, paths, exclude, methods, policies);
	}

	private List<String> paths(String name, List<String> texts) {
		List<String> paths = new ArrayList<>();
		for (String text : texts) {
			try {
				paths.addAll(TopLevel.split(text, ','));
			}
			catch (IllegalArgumentException ex) {
				problem(name, text, String.valueOf(ex.getMessage()));
			}
		}
		for (String path : paths) {
			String wrong = path.startsWith("/") ? this.pathCheck.problem(path)
					: "a path pattern begins with a slash, write /" + path;
			if (wrong != null) {
				problem(name, path, wrong);
			}
		}
		return paths;
	}

	private Set<String> methods(List<String> texts) {
		Set<String> methods = new LinkedHashSet<>();
		for (String text : texts) {
			String method = text.strip().toUpperCase(Locale.ROOT);
			if (!METHODS.contains(method)) {
				problem("methods", text, "unknown method, use some of " + METHODS + " or leave methods out for all");
			}
			methods.add(method);
		}
		return methods;
	}

	private void checkPolicy(String name) {
		if (!this.names.contains(name)) {
			problem("policies", name, "there is no policy of this name, there are " + this.names);
		}
	}

	private void problem(String name, @Nullable String value, String remedy) {
		this.problems.add(new RulesProblem(this.property + "." + name, value, remedy));
	}

}
