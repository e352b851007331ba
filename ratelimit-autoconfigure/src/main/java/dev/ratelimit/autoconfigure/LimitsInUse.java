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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.ratelimit.annotation.AnnotatedMethod;
import dev.ratelimit.annotation.AnnotatedMethod.AppliedPolicy;
import dev.ratelimit.annotation.AnnotatedMethods;
import dev.ratelimit.key.KeyKind;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is limited, by the configuration and by annotations.
 *
 * @param rules the configuration
 * @param methods the annotated methods
 */
record LimitsInUse(RateLimitRules rules, List<AnnotatedMethod> methods) {

	static LimitsInUse of(RateLimitRules rules, @Nullable AnnotatedMethods methods) {
		return new LimitsInUse(rules, (methods != null) ? methods.all() : List.of());
	}

	/**
	 * Names of all policies, those of annotations included.
	 */
	Set<String> policies() {
		Set<String> names = new LinkedHashSet<>(this.rules.policies().keySet());
		names.addAll(policiesOfMethods());
		return names;
	}

	/**
	 * Names of configured policies that nothing refers to.
	 */
	Set<String> unusedPolicies() {
		Set<String> names = new LinkedHashSet<>(this.rules.policies().keySet());
		this.rules.routes().forEach((route) -> names.removeAll(route.policies()));
		names.removeAll(policiesOfMethods());
		return names;
	}

	/**
	 * Whether a key asks for attributes of some kinds.
	 */
	boolean hasKeyOf(Set<KeyKind> kinds) {
		return Stream
			.concat(this.rules.policies().values().stream().map(PolicyRule::key),
					appliedPolicies().map(AppliedPolicy::key))
			.anyMatch((KeySpec key) -> !key.allParts((part) -> !kinds.contains(part.kind())));
	}

	private List<String> policiesOfMethods() {
		return appliedPolicies().map((applied) -> applied.policy().name()).toList();
	}

	private Stream<AppliedPolicy> appliedPolicies() {
		return this.methods.stream().flatMap((method) -> method.limits().stream());
	}

}
