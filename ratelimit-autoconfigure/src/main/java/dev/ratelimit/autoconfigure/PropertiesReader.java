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
import java.util.Map;

import dev.ratelimit.autoconfigure.RateLimitProperties.Policy;
import dev.ratelimit.rules.RulesProblem;

import org.springframework.boot.context.properties.bind.BindMethod;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reads and checks all properties. Done by hand rather than with
 * {@code @EnableConfigurationProperties}, which would stop at the first mistake.
 */
final class PropertiesReader {

	private static final Bindable<RateLimitProperties> TARGET = Bindable.of(RateLimitProperties.class)
		.withBindMethod(BindMethod.VALUE_OBJECT);

	private PropertiesReader() {
	}

	/**
	 * Read the properties.
	 * @param environment where they are
	 * @return properties that rules can be made of
	 * @throws RateLimitConfigurationException if they cannot be used
	 */
	static RateLimitProperties read(ConfigurableEnvironment environment) {
		RawNames names = new RawNames(environment);
		ProblemCollector collector = new ProblemCollector();
		RateLimitProperties bound = Binder.get(environment).bindOrCreate("ratelimit", TARGET, collector);
		RateLimitProperties properties = bound.withPolicies(policies(bound, names));
		List<RulesProblem> problems = new ArrayList<>(names.problems());
		boolean routesAreNoList = names.problems().stream().anyMatch((problem) -> covers(problem, "ratelimit.routes"));
		collector.problems()
			.stream()
			.filter((problem) -> !routesAreNoList || !problem.property().startsWith("ratelimit.routes"))
			.forEach(problems::add);
		List<RulesProblem> found = List.copyOf(problems);
		SettingsChecks.problems(properties).stream().filter((problem) -> isNews(problem, found)).forEach(problems::add);
		RulesFactory.read(properties)
			.problems()
			.stream()
			.filter((problem) -> isNews(problem, found))
			.forEach(problems::add);
		if (!problems.isEmpty()) {
			throw new RateLimitConfigurationException(problems);
		}
		return properties;
	}

	/**
	 * Binding has an entry of its own for a policy that an environment variable speaks
	 * of, since {@code RATELIMIT_POLICIES_PUBLICREAD_LIMITS} cannot say
	 * {@code public-read}. The variable takes effect in the entry of the right name.
	 */
	private static Map<String, Policy> policies(RateLimitProperties properties, RawNames names) {
		Map<String, Policy> policies = new LinkedHashMap<>();
		properties.policies().forEach((name, policy) -> {
			boolean echo = !names.policies().contains(name) && names.policies()
				.stream()
				.anyMatch((written) -> RawNames.uniform(written).equals(RawNames.uniform(name)));
			if (!echo) {
				policies.put(name, policy);
			}
		});
		return policies;
	}

	/**
	 * A property that could not even be bound is not complained about twice, and neither
	 * is what follows from it: that something is missing beside a misspelt name, or makes
	 * no sense for an algorithm that was not understood.
	 */
	private static boolean isNews(RulesProblem problem, List<RulesProblem> found) {
		String owner = owner(problem.property());
		for (RulesProblem known : found) {
			boolean same = known.property().equals(problem.property())
					|| problem.property().startsWith(known.property() + "[");
			boolean beside = known.property().startsWith(owner + ".");
			boolean follows = beside && (problem.value() == null || known.property().endsWith(".algorithm"));
			if (same || follows || covers(known, owner)) {
				return false;
			}
		}
		return true;
	}

	private static boolean covers(RulesProblem known, String owner) {
		boolean named = known.property().equals("ratelimit.policies")
				&& owner.equals("ratelimit.policies." + known.value());
		return named || known.property().equals(owner);
	}

	private static String owner(String property) {
		for (String group : List.of("ratelimit.policies.", "ratelimit.routes[")) {
			int end = property.indexOf('.', group.length());
			if (property.startsWith(group) && end > 0) {
				return property.substring(0, end);
			}
		}
		return property;
	}

}
