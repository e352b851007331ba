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

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.annotation.Declaration.Place;

/**
 * The policies of annotations that have limits of their own. Thread-safe.
 */
final class OwnPolicies {

	private final Map<String, Owner> owners = new HashMap<>();

	/**
	 * The limiter of an annotation.
	 * @throws IllegalArgumentException if its limits or name cannot be used
	 */
	synchronized RateLimiter limiter(Declaration declaration, AnnotationSettings settings) {
		boolean named = !declaration.name().isEmpty();
		String name = named ? declaration.name() : PolicyName.of(declaration.place().element());
		if (name.isEmpty()) {
			throw new IllegalArgumentException(
					"no name for the policy can be made of this one, set the attribute name");
		}
		if (settings.policies().names().contains(name)) {
			throw new IllegalArgumentException(
					"the configuration has a policy '%s' too, set the attribute name to another".formatted(name));
		}
		Owner owner = this.owners.get(name);
		if (owner != null && !owner.place().equals(declaration.place()) && !(named && owner.named())) {
			throw new IllegalArgumentException(
					"the policy '%s' of %s has the same name, set the attribute name of one or both".formatted(name,
							owner.place()));
		}
		RateLimiter limiter = settings.limiters().register(policy(name, declaration, settings));
		this.owners.putIfAbsent(name, new Owner(declaration.place(), named));
		return limiter;
	}

	private static RateLimitPolicy policy(String name, Declaration declaration, AnnotationSettings settings) {
		RateLimitPolicy.Builder builder = RateLimitPolicy.builder(name)
			.algorithm(declaration.algorithm())
			.failureMode(settings.failureMode());
		declaration.limits().stream().map(Limit::parse).forEach(builder::limit);
		return builder.build();
	}

	/**
	 * Who has a name.
	 *
	 * @param place where its annotation stands
	 * @param named whether the annotation says so itself: two that do share a policy
	 */
	private record Owner(Place place, boolean named) {

	}

}
