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
import java.util.Set;
import java.util.function.Predicate;

import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import dev.ratelimit.web.UnmatchedPatterns;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Tells the routes whose paths are answered to in other spellings than the strict one:
 * those that no controller answers to, for it is static resources or somebody else who
 * does, and all of them under the former matching strategy of Spring MVC.
 */
final class LooseRoutes {

	private static final boolean MVC = ClassUtils.isPresent("org.springframework.web.servlet.HandlerMapping",
			LooseRoutes.class.getClassLoader());

	private LooseRoutes() {
	}

	static Predicate<Route> of(RateLimitRules rules, Environment environment, ListableBeanFactory beanFactory) {
		String strategy = environment.getProperty("spring.mvc.pathmatch.matching-strategy", "");
		if (!MVC || strategy.replaceAll("[-_]", "").equalsIgnoreCase("antpathmatcher")) {
			return (route) -> true;
		}
		Set<String> loose = Mvc.unhandled(rules, beanFactory);
		return (route) -> route.paths().stream().anyMatch(loose::contains);
	}

	/**
	 * What needs Spring MVC.
	 */
	private static final class Mvc {

		static Set<String> unhandled(RateLimitRules rules, ListableBeanFactory beanFactory) {
			return UnmatchedPatterns.find(rules,
					List.copyOf(beanFactory.getBeansOfType(HandlerMapping.class).values()));
		}

	}

}
