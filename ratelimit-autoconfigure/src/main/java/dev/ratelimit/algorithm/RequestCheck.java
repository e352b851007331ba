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

package dev.ratelimit.algorithm;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import org.jspecify.annotations.Nullable;

/**
 * Answers what needs no state: requests that can never pass, and calls that make no
 * sense. Every store asks here first, so that such requests cost it nothing.
 *
 * @since 0.1.0
 */
public final class RequestCheck {

	private final String policy;

	private final long capacity;

	private final boolean closed;

	private final Source source;

	/**
	 * Create the check of a policy.
	 * @param policy the policy
	 * @param source where its decisions are made
	 */
	public RequestCheck(RateLimitPolicy policy, Source source) {
		this.policy = policy.name();
		this.capacity = policy.capacity();
		this.closed = policy.limits().stream().mapToLong(Limit::permits).anyMatch((permits) -> permits == 0);
		this.source = source;
	}

	/**
	 * Check a request for permits.
	 * @param permits how many it asks for
	 * @return the refusal, or nothing if the state must be asked
	 * @throws IllegalArgumentException if permits is negative
	 */
	public @Nullable Decision acquire(long permits) {
		Decision closed = charge(permits);
		if (closed != null) {
			return closed;
		}
		return (permits > this.capacity) ? Decision.rejected(Reason.EXCEEDS_LIMIT, this.source) : null;
	}

	/**
	 * Check a charge.
	 * @param permits how many are charged
	 * @return the refusal, or nothing if the state must be changed
	 * @throws IllegalArgumentException if permits is negative
	 */
	public @Nullable Decision charge(long permits) {
		if (permits < 0) {
			throw new IllegalArgumentException("permits must not be negative, not " + permits);
		}
		return this.closed ? Decision.rejected(Reason.LIMIT, this.source) : null;
	}

	/**
	 * Check a release, and claim the charge.
	 * @param charge what is to be given back
	 * @return whether it is to be given back now, {@code false} if it was before
	 * @throws IllegalArgumentException if the charge belongs to another policy
	 */
	public boolean release(Charge charge) {
		if (!charge.policy().equals(this.policy)) {
			throw new IllegalArgumentException("a charge of policy '%s' cannot be released to policy '%s'"
				.formatted(charge.policy(), this.policy));
		}
		return charge.claim();
	}

}
