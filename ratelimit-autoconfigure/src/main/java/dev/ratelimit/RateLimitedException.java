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

package dev.ratelimit;

import java.util.Objects;

/**
 * A limited call was refused: a limit is used up, or its store gave no answer and its
 * policy is to refuse then. Says what refused and why, and nothing of the caller. In
 * Spring MVC it is answered as the filters answer a refused request.
 *
 * @since 0.1.0
 */
public class RateLimitedException extends RuntimeException {

	private final RateLimitPolicy policy;

	private final transient Decision decision;

	/**
	 * Create the exception.
	 * @param policy the policy that refused, of several the one that the caller is told
	 * of
	 * @param decision its decision, not a permitted one
	 * @throws IllegalArgumentException if the decision permits the call
	 */
	public RateLimitedException(RateLimitPolicy policy, Decision decision) {
		super(message(policy, decision));
		this.policy = Objects.requireNonNull(policy, "policy must not be null");
		this.decision = decision;
	}

	private static String message(RateLimitPolicy policy, Decision decision) {
		if (decision.isPermitted()) {
			throw new IllegalArgumentException("decision must refuse, not be " + decision.outcome());
		}
		String message = "Refused by policy '%s': %s".formatted(policy.name(), decision.reason());
		return (decision.retryAfter() != null) ? message + ", retry after " + decision.retryAfter() : message;
	}

	/**
	 * The policy that refused.
	 * @return the policy
	 */
	public RateLimitPolicy policy() {
		return this.policy;
	}

	/**
	 * Its decision.
	 * @return a decision that does not permit the call
	 */
	public Decision decision() {
		return this.decision;
	}

}
