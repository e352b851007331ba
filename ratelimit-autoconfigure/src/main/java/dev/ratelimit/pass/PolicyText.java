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

package dev.ratelimit.pass;

import java.math.BigInteger;
import java.util.List;
import java.util.StringJoiner;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;

/**
 * How a policy is named and described to clients, computed once per policy: a policy with
 * one limit is called by its name, each of several limits by name and window, such as
 * {@code login-1m}. Immutable.
 *
 * @since 0.1.0
 */
public final class PolicyText {

	private final RateLimitPolicy policy;

	private final List<String> names;

	private final String field;

	private PolicyText(RateLimitPolicy policy) {
		this.policy = policy;
		this.names = policy.limits().stream().map((limit) -> newName(policy, limit)).toList();
		StringJoiner items = new StringJoiner(", ");
		for (Limit limit : policy.limits()) {
			items.add('"' + name(limit) + "\";q=" + policy.capacity(limit) + ";w=" + seconds(policy, limit));
		}
		this.field = items.toString();
	}

	/**
	 * Describe a policy.
	 * @param policy the policy
	 * @return its description
	 */
	public static PolicyText of(RateLimitPolicy policy) {
		return new PolicyText(policy);
	}

	/**
	 * The policy that is described.
	 * @return the policy
	 */
	public RateLimitPolicy policy() {
		return this.policy;
	}

	/**
	 * The members that the policy adds to a {@code RateLimit-Policy} field: for each
	 * limit its name, the quota {@code q} in permits and the window {@code w} in seconds,
	 * rounded up. For buckets the window is the time in which the whole quota comes back.
	 * @return a list of RFC 9651 strings with parameters
	 */
	public String field() {
		return this.field;
	}

	/**
	 * What one of the policy's limits is called.
	 * @param limit the limit, or one of the same window
	 * @return a name of lower-case letters, digits and hyphens
	 */
	public String name(Limit limit) {
		List<Limit> limits = this.policy.limits();
		for (int i = 0; i < limits.size(); i++) {
			if (limits.get(i).window().equals(limit.window())) {
				return this.names.get(i);
			}
		}
		return newName(this.policy, limit);
	}

	private static String newName(RateLimitPolicy policy, Limit limit) {
		if (policy.limits().size() == 1) {
			return policy.name();
		}
		String text = Limit.of(1, limit.window()).toString();
		return policy.name() + "-" + text.substring(text.indexOf('/') + 1);
	}

	private static long seconds(RateLimitPolicy policy, Limit limit) {
		boolean bucket = policy.algorithm() == Algorithm.TOKEN_BUCKET || policy.algorithm() == Algorithm.LEAKY_BUCKET;
		if (!bucket || limit.permits() == 0) {
			return Seconds.ceil(limit.window());
		}
		BigInteger permitMicros = BigInteger.valueOf(limit.permits()).multiply(BigInteger.valueOf(1_000_000));
		return BigInteger.valueOf(policy.capacity(limit))
			.multiply(BigInteger.valueOf(limit.windowMicros()))
			.add(permitMicros)
			.subtract(BigInteger.ONE)
			.divide(permitMicros)
			.longValueExact();
	}

}
