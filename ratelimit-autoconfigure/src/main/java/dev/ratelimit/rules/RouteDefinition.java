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

package dev.ratelimit.rules;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A route as somebody wrote it down, not checked yet.
 *
 * @param id stands for the route in meters; by default its first pattern
 * @param paths path patterns; one text may hold several, separated by commas
 * @param exclude path patterns that are left alone
 * @param methods HTTP methods in any case; empty means all
 * @param policies names of the policies that apply
 * @since 0.1.0
 */
public record RouteDefinition(@Nullable String id, List<String> paths, List<String> exclude, List<String> methods,
		List<String> policies) {

	public RouteDefinition {
		paths = List.copyOf(paths);
		exclude = List.copyOf(exclude);
		methods = List.copyOf(methods);
		policies = List.copyOf(policies);
	}

}
