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
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;

import org.springframework.util.ClassUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Finds handlers of Spring MVC that nothing limits. A best effort in favour of silence: a
 * handler counts as covered as soon as some of its requests may match a route. Handlers
 * of Spring Boot itself and error pages do not count.
 *
 * @since 0.1.0
 */
public final class UncoveredEndpoints {

	private static final String BOOT = "org.springframework.boot.";

	private UncoveredEndpoints() {
	}

	/**
	 * Find the handlers.
	 * @param rules the rules that may cover them
	 * @param mappings the application's handler mappings
	 * @param limited whether a handler is limited in another way than by routes
	 * @return a line for each, such as {@code GET /api/x -> Controller#method}, sorted
	 */
	public static List<String> find(RateLimitRules rules, Collection<? extends HandlerMapping> mappings,
			Predicate<HandlerMethod> limited) {
		List<String> uncovered = new ArrayList<>();
		for (HandlerMapping mapping : mappings) {
			if (mapping instanceof RequestMappingHandlerMapping methods) {
				methods.getHandlerMethods().forEach((info, handler) -> {
					if (!isOfBoot(handler.getBeanType()) && !limited.test(handler) && !isCovered(info, rules)) {
						uncovered.add(line(info, handler));
					}
				});
			}
		}
		return uncovered.stream().sorted().toList();
	}

	/**
	 * By name, for the interface of error pages has moved before.
	 */
	private static boolean isOfBoot(Class<?> type) {
		return type.getName().startsWith(BOOT) || ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.anyMatch((face) -> face.getName().startsWith(BOOT) && face.getSimpleName().equals("ErrorController"));
	}

	private static boolean isCovered(RequestMappingInfo info, RateLimitRules rules) {
		return rules.routes()
			.stream()
			.filter((route) -> sharesMethod(route, methods(info)))
			.flatMap((route) -> route.paths().stream())
			.anyMatch((path) -> info.getPatternValues()
				.stream()
				.anyMatch((pattern) -> PatternOverlap.isPossible(path, pattern)));
	}

	private static boolean sharesMethod(Route route, Set<String> methods) {
		return route.methods().isEmpty() || methods.isEmpty() || methods.stream().anyMatch(route.methods()::contains)
				|| (methods.contains("HEAD") && route.methods().contains("GET"));
	}

	private static Set<String> methods(RequestMappingInfo info) {
		return info.getMethodsCondition().getMethods().stream().map(Enum::name).collect(Collectors.toSet());
	}

	private static String line(RequestMappingInfo info, HandlerMethod handler) {
		String methods = methods(info).stream().sorted().collect(Collectors.joining(","));
		String patterns = info.getPatternValues().stream().sorted().collect(Collectors.joining(","));
		return "%s %s -> %s#%s".formatted(methods.isEmpty() ? "*" : methods, patterns,
				ClassUtils.getUserClass(handler.getBeanType()).getSimpleName(), handler.getMethod().getName());
	}

}
