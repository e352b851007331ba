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
import java.util.List;
import java.util.function.Predicate;

import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The routes of one filter, compiled once from the rules so that a request parses nothing
 * but its own path. Immutable: changed rules make a new index.
 *
 * @since 0.1.0
 */
public final class RouteIndex {

	private final List<CompiledRoute> routes;

	private final HealthPaths healthPaths;

	private RouteIndex(List<CompiledRoute> routes, HealthPaths healthPaths) {
		this.routes = routes;
		this.healthPaths = healthPaths;
	}

	/**
	 * Compile rules.
	 * @param rules the policies and routes in force
	 * @param policies the policies that are of interest; a route with none is left out
	 * @param limiters the limiters of the policies
	 * @param parser reads the patterns as Spring MVC does, so best its own parser
	 * @param healthPaths paths that no route limits by accident
	 * @param loose whether a route's paths are answered to in any spelling that the
	 * container understands, as static resources are, rather than strictly
	 * @return the index
	 * @throws org.springframework.web.util.pattern.PatternParseException if a pattern
	 * cannot be read
	 */
	public static RouteIndex of(RateLimitRules rules, Predicate<PolicyRule> policies, RateLimiterRegistry limiters,
			PathPatternParser parser, HealthPaths healthPaths, Predicate<Route> loose) {
		List<CompiledRoute> routes = new ArrayList<>();
		for (Route route : rules.routes()) {
			List<CompiledPolicy> compiled = rules.policies(route)
				.stream()
				.filter(policies)
				.map((rule) -> CompiledPolicy.of(rule, limiters.limiter(rule.name())))
				.toList();
			if (!compiled.isEmpty()) {
				routes.add(CompiledRoute.of(route, compiled, parser, loose.test(route)));
			}
		}
		return new RouteIndex(List.copyOf(routes), healthPaths);
	}

	/**
	 * Whether no request can match.
	 */
	boolean isEmpty() {
		return this.routes.isEmpty();
	}

	/**
	 * All routes that apply to a request, in the order of configuration.
	 * @param method the request's method
	 * @param path the request's path
	 * @param cleaned the same as the container understands it, if it may differ
	 * @param loose whether the cleaned path counts for all routes
	 */
	List<RouteMatch> match(String method, PathContainer path, @Nullable PathContainer cleaned, boolean loose) {
		List<RouteMatch> matches = List.of();
		for (CompiledRoute route : this.routes) {
			RouteMatch match = route.covers(method) ? match(route, path, (loose || route.loose()) ? cleaned : null)
					: null;
			if (match != null) {
				matches = matches.isEmpty() ? new ArrayList<>(4) : matches;
				matches.add(match);
			}
		}
		return matches;
	}

	private @Nullable RouteMatch match(CompiledRoute route, PathContainer path, @Nullable PathContainer cleaned) {
		PathPattern pattern = route.match(path, this.healthPaths);
		if (pattern != null) {
			return new RouteMatch(route, pattern, path);
		}
		return (cleaned != null) ? match(route, cleaned, null) : null;
	}

}
