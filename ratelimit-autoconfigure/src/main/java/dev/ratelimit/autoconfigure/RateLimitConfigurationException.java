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
import java.util.stream.Collectors;

import dev.ratelimit.rules.RulesProblem;

/**
 * The configuration of rate limiting cannot be used. Carries everything that is wrong
 * with it, not just the first find.
 *
 * @since 0.1.0
 */
public final class RateLimitConfigurationException extends RuntimeException {

	private final List<RulesProblem> problems;

	/**
	 * Create an exception.
	 * @param problems what is wrong, at least one
	 */
	public RateLimitConfigurationException(List<RulesProblem> problems) {
		super(problems.stream().map(RulesProblem::toString).collect(Collectors.joining("; ")));
		this.problems = List.copyOf(problems);
	}

	/**
	 * What is wrong.
	 * @return at least one problem
	 */
	public List<RulesProblem> problems() {
		return this.problems;
	}

}
