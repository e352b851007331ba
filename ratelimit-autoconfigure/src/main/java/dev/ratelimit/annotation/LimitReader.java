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

package dev.ratelimit.annotation;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.ratelimit.RateLimiter;
import dev.ratelimit.annotation.ConfiguredPolicies.Keys;
import dev.ratelimit.key.KeyKind;
import dev.ratelimit.key.KeyPart;
import dev.ratelimit.key.KeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Reads one annotation as it applies to one method.
 */
final class LimitReader {

	private static final List<String> DEFAULT_KEY = List.of("ip");

	private final AnnotationSettings settings;

	private final OwnPolicies own = new OwnPolicies();

	LimitReader(AnnotationSettings settings) {
		this.settings = settings;
	}

	/**
	 * Read a limit.
	 * @return the limit, absent if there are problems
	 */
	@Nullable OperationLimit read(Declaration declaration, Method method, Class<?> type, Problems problems) {
		String place = declaration.place().toString();
		Keys configured = configured(declaration);
		RateLimiter limiter = problems.attempt(place, value(declaration), () -> limiter(declaration));
		KeySpec key = problems.attempt(place, String.join(", ", declaration.key()), () -> key(declaration, configured));
		Permits permits = problems.attempt(place, declaration.permits(), () -> Permits.parse(declaration.permits()));
		Variables variables = Variables.of(method, declaration.place().method());
		Map<String, CallExpression> expressions = (key != null) ? expressions(key) : Map.of();
		String methodPlace = MethodText.of(method, type);
		expressions.values().forEach((each) -> check(each, variables, methodPlace, problems));
		if (permits != null && permits.expression() != null) {
			check(permits.expression(), variables, methodPlace, problems);
		}
		Fallback fallback = declaration.fallback().isEmpty() ? null : problems.attempt(methodPlace,
				declaration.fallback(), () -> Fallback.find(declaration.fallback(), method, type));
		if (limiter == null || key == null || permits == null) {
			return null;
		}
		return (configured != null)
				? new OperationLimit(limiter, key, configured.missingKey(),
						"ratelimit.policies." + declaration.policy() + ".missing-key", expressions, permits, variables,
						fallback)
				: new OperationLimit(limiter, key, declaration.missingKey(), "the attribute missingKey", expressions,
						permits, variables, fallback);
	}

	private @Nullable Keys configured(Declaration declaration) {
		return declaration.policy().isEmpty() ? null : this.settings.policies().find(declaration.policy());
	}

	private static @Nullable String value(Declaration declaration) {
		if (!declaration.policy().isEmpty()) {
			return declaration.policy();
		}
		return declaration.limits().isEmpty() ? null : String.join(", ", declaration.limits());
	}

	private RateLimiter limiter(Declaration declaration) {
		boolean named = !declaration.policy().isEmpty();
		if (named == !declaration.limits().isEmpty()) {
			throw new IllegalArgumentException(named
					? "names a policy and has limits of its own, remove one or make it two annotations"
					: "needs the name of a policy, or limits of its own such as limits = \"5/1m\"; there are policies "
							+ this.settings.policies().names());
		}
		if (!named) {
			return this.own.limiter(declaration, this.settings);
		}
		if (configured(declaration) == null) {
			throw new IllegalArgumentException(
					"there is no policy of this name, there are " + this.settings.policies().names());
		}
		if (!declaration.ownOnly().isEmpty()) {
			throw new IllegalArgumentException(
					"%s belong to limits of its own; remove, and set what the policy is to do in the configuration"
						.formatted(String.join(" and ", declaration.ownOnly())));
		}
		return this.settings.limiters().limiter(declaration.policy());
	}

	private static KeySpec key(Declaration declaration, @Nullable Keys configured) {
		if (declaration.key().isEmpty()) {
			return (configured != null) ? configured.key() : KeySpec.parse(DEFAULT_KEY);
		}
		return KeySpec.parse(declaration.key());
	}

	/**
	 * Only names remain to be checked: the grammar of keys has read the expressions
	 * already.
	 */
	private static Map<String, CallExpression> expressions(KeySpec key) {
		return key.alternatives()
			.stream()
			.flatMap(List::stream)
			.filter((part) -> part.kind() == KeyKind.BEAN || part.kind() == KeyKind.SPEL)
			.map(KeyPart::argument)
			.distinct()
			.collect(Collectors.toMap((text) -> text, CallExpression::parse, (one, other) -> one, LinkedHashMap::new));
	}

	private void check(CallExpression expression, Variables variables, String place, Problems problems) {
		expression.problems(variables, this.settings.beanFactory())
			.forEach((problem) -> problems.add(place, expression.toString(), problem));
	}

}
