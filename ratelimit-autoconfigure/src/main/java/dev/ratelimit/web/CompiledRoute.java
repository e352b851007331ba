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

import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.ratelimit.rules.Route;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * A route with its patterns parsed and its policies at hand. Immutable.
 *
 * @param id the route's id
 * @param paths patterns of which one must match
 * @param exclude patterns of which none may match
 * @param methods methods that the route covers; all if empty
 * @param policies the policies of one phase
 * @param loose whether its paths are answered to in other spellings too
 */
record CompiledRoute(String id, List<PathPattern> paths, List<PathPattern> exclude, Set<String> methods,
		List<CompiledPolicy> policies, boolean loose) {

	static CompiledRoute of(Route route, List<CompiledPolicy> policies, PathPatternParser parser, boolean loose) {
		return new CompiledRoute(route.id(), parse(route.paths(), parser), parse(route.exclude(), parser),
				route.methods(), policies, loose);
	}

	private static List<PathPattern> parse(List<String> patterns, PathPatternParser parser) {
		return patterns.stream().map(parser::parse).toList();
	}

	/**
	 * Whether the route is for a method. A handler that names no methods takes
	 * {@code get} as well, so that case does not count.
	 */
	boolean covers(String method) {
		return this.methods.isEmpty() || this.methods.contains(method)
				|| ("HEAD".equalsIgnoreCase(method) && this.methods.contains("GET"))
				|| this.methods.contains(method.toUpperCase(Locale.ROOT));
	}

	/**
	 * The first pattern that matches a path, unless the route leaves the path alone.
	 */
	@Nullable PathPattern match(PathContainer path, HealthPaths healthPaths) {
		for (PathPattern pattern : this.paths) {
			if (pattern.matches(path) && !healthPaths.isFree(path, pattern)) {
				return isExcluded(path) ? null : pattern;
			}
		}
		return null;
	}

	private boolean isExcluded(PathContainer path) {
		for (PathPattern pattern : this.exclude) {
			if (pattern.matches(path)) {
				return true;
			}
		}
		return false;
	}

}
