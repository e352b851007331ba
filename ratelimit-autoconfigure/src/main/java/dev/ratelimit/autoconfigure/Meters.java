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

import java.util.function.BiConsumer;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.annotation.AnnotatedMethod;
import dev.ratelimit.rules.RateLimitRules;

/**
 * Registers meters at start-up, so that zero is visible before the first request.
 */
final class Meters {

	private Meters() {
	}

	/**
	 * Register what each policy does on each of its routes.
	 */
	static void register(RateLimitRules rules, BiConsumer<RateLimitPolicy, String> registration) {
		rules.routes()
			.forEach(
					(route) -> rules.policies(route).forEach((rule) -> registration.accept(rule.policy(), route.id())));
	}

	/**
	 * Register what each policy does on a method.
	 */
	static void register(AnnotatedMethod method, BiConsumer<RateLimitPolicy, String> registration) {
		method.limits().forEach((limit) -> registration.accept(limit.policy(), method.id()));
	}

}
