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

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/**
 * A route that applies to a request.
 *
 * @param route the route
 * @param pattern the pattern of the route that matched
 * @param path the path that it matched
 */
record RouteMatch(CompiledRoute route, PathPattern pattern, PathContainer path) {

	/**
	 * The decoded value of a variable of the pattern.
	 */
	@Nullable String variable(String name) {
		PathMatchInfo match = this.pattern.matchAndExtract(this.path);
		Map<String, String> variables = (match != null) ? match.getUriVariables() : Map.of();
		return variables.get(name);
	}

}
