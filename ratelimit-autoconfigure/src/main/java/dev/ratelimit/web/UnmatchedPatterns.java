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

package dev.ratelimit.web;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.ratelimit.rules.RateLimitRules;

import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.servlet.resource.DefaultServletHttpRequestHandler;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Finds patterns of routes that no handler of Spring MVC answers to: most likely
 * misspelt, so that what they were meant to protect is unlimited. A best effort in favour
 * of silence: nothing is reported if functional endpoints are in use, whose paths cannot
 * be listed, and static resources do not count as handlers, for they match everything.
 *
 * @since 0.1.0
 */
public final class UnmatchedPatterns {

	private UnmatchedPatterns() {
	}

	/**
	 * Find the patterns.
	 * @param rules the rules whose routes are checked
	 * @param mappings the application's handler mappings
	 * @return patterns of routes, sorted; those of filters or other servlets may be among
	 * them
	 */
	public static Set<String> find(RateLimitRules rules, Collection<? extends HandlerMapping> mappings) {
		Set<String> unmatched = new TreeSet<>();
		if (mappings.stream().noneMatch(UnmatchedPatterns::isFunctional)) {
			List<String> handled = new ArrayList<>();
			mappings.forEach((mapping) -> handled.addAll(patterns(mapping)));
			rules.routes()
				.stream()
				.flatMap((route) -> route.paths().stream())
				.filter((path) -> handled.stream().noneMatch((handler) -> PatternOverlap.isPossible(path, handler)))
				.forEach(unmatched::add);
		}
		return unmatched;
	}

	private static boolean isFunctional(HandlerMapping mapping) {
		return mapping instanceof RouterFunctionMapping functions && functions.getRouterFunction() != null;
	}

	private static List<String> patterns(HandlerMapping mapping) {
		if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
			return methods.getHandlerMethods()
				.keySet()
				.stream()
				.flatMap((info) -> info.getPatternValues().stream())
				.toList();
		}
		if (mapping instanceof AbstractUrlHandlerMapping urls) {
			return Stream
				.concat(urls.getPathPatternHandlerMap().entrySet().stream(), urls.getHandlerMap().entrySet().stream())
				.filter((entry) -> !isStatic(entry.getValue()))
				.map((entry) -> entry.getKey().toString())
				.toList();
		}
		return List.of();
	}

	private static boolean isStatic(Object handler) {
		return handler instanceof ResourceHttpRequestHandler || handler instanceof DefaultServletHttpRequestHandler;
	}

}
