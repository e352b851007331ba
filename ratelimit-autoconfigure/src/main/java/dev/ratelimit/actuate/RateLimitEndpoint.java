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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Endpoint {@code ratelimit}: what is limited and what came of it, a look at one key,
 * and, where write access is granted, making a key fresh.
 *
 * @since 0.1.0
 */
@Endpoint(id = "ratelimit", defaultAccess = Access.READ_ONLY)
public final class RateLimitEndpoint {

	private final RateLimitRules rules;

	private final RateLimiterRegistry limiters;

	private final DecisionCounts counts;

	private final Surroundings surroundings;

	private final BinaryOperator<String> keys;

	/**
	 * Create the endpoint.
	 * @param rules the rules in force
	 * @param limiters the limiters of all policies
	 * @param counts what they decided
	 * @param surroundings what is known besides
	 * @param keys makes the stored key of a policy's name and a key as operators write
	 * it, or throws an {@link IllegalArgumentException}
	 */
	public RateLimitEndpoint(RateLimitRules rules, RateLimiterRegistry limiters, DecisionCounts counts,
			Surroundings surroundings, BinaryOperator<String> keys) {
		this.rules = rules;
		this.limiters = limiters;
		this.counts = counts;
		this.surroundings = surroundings;
		this.keys = keys;
	}

	/**
	 * What is limited.
	 * @return all of it
	 */
	@ReadOperation
	public RateLimitDescriptor rateLimits() {
		List<RateLimitDescriptor.Policy> policies = this.limiters.policies().stream().map(this::policy).toList();
		List<RateLimitDescriptor.Route> routes = this.rules.routes()
			.stream()
			.map((route) -> new RateLimitDescriptor.Route(route.id(), route.paths(), route.exclude(),
					new TreeSet<>(route.methods()), route.policies()))
			.toList();
		return new RateLimitDescriptor(this.rules.version(), this.surroundings.store(), policies, routes,
				this.surroundings.methods(), this.surroundings.unmatched(), this.surroundings.uncovered());
	}

	/**
	 * Look at a key, without taking anything.
	 * @param policy name of the policy
	 * @param key the key, such as {@code ip|203.0.113.9} or {@code user|alice}
	 * @return how it stands, absent if there is no such policy
	 */
	@ReadOperation
	public @Nullable KeyDescriptor look(@Selector String policy, String key) {
		if (!this.limiters.policies().contains(policy)) {
			return null;
		}
		String stored = stored(policy, key);
		RateLimiter limiter = this.limiters.limiter(policy);
		return KeyDescriptor.of(limiter.policy(), stored, limiter.tryAcquire(stored, 0));
	}

	/**
	 * Make a key fresh.
	 * @param policy name of the policy
	 * @param key the key, as above
	 * @return whether there is such a policy
	 * @throws dev.ratelimit.RateLimitStoreException if the store gives no answer
	 */
	@DeleteOperation
	public boolean reset(@Selector String policy, String key) {
		if (!this.limiters.policies().contains(policy)) {
			return false;
		}
		this.limiters.limiter(policy).reset(stored(policy, key));
		return true;
	}

	private String stored(String policy, String key) {
		try {
			return this.keys.apply(policy, key);
		}
		catch (IllegalArgumentException ex) {
			String reason = String.valueOf(ex.getMessage());
			throw new InvalidEndpointRequestException(reason, reason);
		}
	}

	private RateLimitDescriptor.Policy policy(String name) {
		RateLimitPolicy policy = this.limiters.limiter(name).policy();
		PolicyRule rule = this.rules.policies().get(name);
		return new RateLimitDescriptor.Policy(name, Texts.lower(policy.algorithm()),
				policy.limits().stream().map(Object::toString).toList(), policy.capacity(),
				(rule != null) ? rule.key().toString() : null, (rule != null) ? applied(rule) : null,
				Texts.lower(policy.failureMode()), options(policy), counts(name));
	}

	private static Map<String, Object> options(RateLimitPolicy policy) {
		Map<String, Object> options = new LinkedHashMap<>();
		switch (policy.algorithm()) {
			case LEAKY_BUCKET -> {
				options.put("queue", policy.queue());
				options.put("maxWait", Texts.seconds(policy.maxWait()));
			}
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> options.put("windowPhase", Texts.lower(policy.windowPhase()));
			case SLIDING_WINDOW_LOG -> {
				options.put("countRejected", policy.countRejected());
				if (policy.minInterval() != null) {
					options.put("minInterval", Texts.seconds(policy.minInterval()));
				}
			}
			case TOKEN_BUCKET -> {
				// the burst is part of the limit
			}
		}
		return options;
	}

	private static String applied(PolicyRule rule) {
		return rule.delays() ? "queue" : Texts.lower(rule.phase());
	}

	private RateLimitDescriptor.Counts counts(String policy) {
		return new RateLimitDescriptor.Counts(this.counts.count(policy, Outcome.ALLOWED),
				this.counts.count(policy, Outcome.DELAYED), this.counts.count(policy, Outcome.REJECTED),
				this.counts.count(policy, Outcome.FAILED_OPEN), this.counts.count(policy, Outcome.FAILED_CLOSED));
	}

}
