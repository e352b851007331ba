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

import dev.ratelimit.rules.RulesProblem;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Shows what to change when the configuration of rate limiting cannot be used.
 */
final class RateLimitConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<RateLimitConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RateLimitConfigurationException cause) {
		int count = cause.problems().size();
		StringBuilder description = new StringBuilder("The configuration of rate limiting cannot be used");
		description.append((count == 1) ? ":%n".formatted() : ", for %d reasons:%n".formatted(count));
		cause.problems().forEach((problem) -> append(description, problem));
		return new FailureAnalysis(description.toString(),
				(count == 1) ? "Change the property as said above." : "Change the properties as said above.", cause);
	}

	private static void append(StringBuilder description, RulesProblem problem) {
		description.append("%n    Property: %s%n".formatted(problem.property()));
		if (problem.value() != null) {
			description.append("    Value: \"%s\"%n".formatted(problem.value()));
		}
		description.append("    Remedy: %s%n".formatted(problem.remedy()));
	}

}
