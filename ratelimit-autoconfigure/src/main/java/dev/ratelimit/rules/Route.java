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
import java.util.Objects;
import java.util.Set;

/**
 * Path patterns and methods that policies apply to.
 *
 * @param id stands for the route in meters and endpoints; by default its first pattern
 * @param paths path patterns as Spring MVC reads them, relative to the context path; a
 * request matches if one of them does
 * @param exclude path patterns whose requests the route leaves alone
 * @param methods upper-case HTTP methods; empty means all. A route for GET covers HEAD
 * @param policies names of the policies that apply, all of them
 * @since 0.1.0
 */
public record Route(String id, List<String> paths, List<String> exclude, Set<String> methods, List<String> policies) {

	public Route {
		Objects.requireNonNull(id, "id must not be null");
		paths = List.copyOf(paths);
		exclude = List.copyOf(exclude);
		methods = Set.copyOf(methods);
		policies = List.copyOf(policies);
	}

}
