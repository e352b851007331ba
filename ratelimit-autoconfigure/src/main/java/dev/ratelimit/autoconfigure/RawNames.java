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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.ratelimit.rules.RulesProblem;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Looks at the names of properties as they were written. Binding forgives too much here:
 * it would silently turn {@code public read} and {@code Public_Read} into one policy that
 * no route names, and one typo more into no limit at all. Environment variables cannot
 * say what they mean and are left alone.
 */
final class RawNames {

	private static final Pattern OURS = Pattern
		.compile("(?i)rate[-_]?limit\\.(?<group>policies|routes)(?<rest>[.\\[].*)", Pattern.DOTALL);

	private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

	private static final Pattern INDEX = Pattern.compile("\\[\\d+].*", Pattern.DOTALL);

	private final Set<String> policies = new TreeSet<>();

	private final Map<String, RulesProblem> problems = new LinkedHashMap<>();

	RawNames(ConfigurableEnvironment environment) {
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable
					&& !(source instanceof SystemEnvironmentPropertySource)) {
				for (String name : enumerable.getPropertyNames()) {
					look(name);
				}
			}
		}
		reportNamesThatLookAlike();
	}

	List<RulesProblem> problems() {
		return new ArrayList<>(this.problems.values());
	}

	/**
	 * Names of policies as written, those with a problem included.
	 * @return the names
	 */
	Set<String> policies() {
		return this.policies;
	}

	/**
	 * What binding takes a name for: names of the same form are one to it.
	 * @param name a name
	 * @return its letters and digits in lower case
	 */
	static String uniform(String name) {
		return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
	}

	private void look(String property) {
		Matcher matcher = OURS.matcher(property);
		if (!matcher.matches()) {
			return;
		}
		String rest = matcher.group("rest");
		if (matcher.group("group").equalsIgnoreCase("policies")) {
			lookAtPolicy(rest);
		}
		else if (!INDEX.matcher(rest).matches()) {
			this.problems.putIfAbsent("routes", new RulesProblem("ratelimit.routes", pattern(rest),
					"routes is a list, write '- paths: <pattern>' under it and 'policies: <name>' below that"));
		}
	}

	private void lookAtPolicy(String rest) {
		boolean brackets = rest.startsWith("[");
		int end = brackets ? rest.indexOf(']') : firstOf(rest, 1);
		String name = rest.substring(1, (end > 0) ? end : rest.length());
		this.policies.add(name);
		if (brackets || !NAME.matcher(name).matches()) {
			this.problems.putIfAbsent(name, new RulesProblem("ratelimit.policies", name,
					"the name of a policy is 1 to 40 of a-z, 0-9 and '-', starts with a letter and has no brackets; write '%s'"
						.formatted(suggestion(name))));
		}
	}

	private void reportNamesThatLookAlike() {
		Map<String, String> seen = new LinkedHashMap<>();
		for (String name : this.policies) {
			String other = seen.putIfAbsent(uniform(name), name);
			if (other != null && !this.problems.containsKey(name) && !this.problems.containsKey(other)) {
				this.problems.put(name, new RulesProblem("ratelimit.policies", name,
						"cannot be told apart from policy '%s', rename one".formatted(other)));
			}
		}
	}

	private static String pattern(String rest) {
		int end = rest.startsWith("[") ? rest.indexOf(']') : rest.lastIndexOf('.');
		return rest.substring(1, (end > 0) ? end : rest.length());
	}

	private static int firstOf(String text, int from) {
		int dot = text.indexOf('.', from);
		int bracket = text.indexOf('[', from);
		return (dot < 0 || bracket < 0) ? Math.max(dot, bracket) : Math.min(dot, bracket);
	}

	private static String suggestion(String name) {
		String plain = name.toLowerCase(Locale.ROOT)
			.replaceAll("[^a-z0-9]+", "-")
			.replaceAll("^[^a-z]+", "")
			.replaceAll("-$", "");
		return plain.isEmpty() ? "my-policy" : plain.substring(0, Math.min(40, plain.length()));
	}

}
