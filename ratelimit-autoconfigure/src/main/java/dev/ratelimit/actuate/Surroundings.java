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

package dev.ratelimit.actuate;

import java.util.List;
import java.util.Set;

/**
 * What the endpoint shows besides the rules, from parts that an application may lack.
 *
 * @since 0.1.0
 */
public interface Surroundings {

	/**
	 * The store.
	 * @return its type and state
	 */
	RateLimitDescriptor.Store store();

	/**
	 * Annotated methods.
	 * @return the methods, sorted
	 */
	List<RateLimitDescriptor.Method> methods();

	/**
	 * Patterns of routes that no handler answers to.
	 * @return the patterns
	 */
	Set<String> unmatched();

	/**
	 * Handlers that nothing limits.
	 * @return a line for each, sorted
	 */
	List<String> uncovered();

}
