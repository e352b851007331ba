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

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import dev.ratelimit.FailureMode;
import dev.ratelimit.RateLimiterRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Tells whether the store answers, and what happens while it does not. An application
 * whose limits are decided by their failure mode still works, so it is {@link #DEGRADED}
 * and not down: nothing should restart it, or take it out of service, for that. Not part
 * of readiness.
 *
 * @since 0.1.0
 */
public final class RateLimitHealthIndicator implements HealthIndicator {

	/** The store gives no answer, or refuses some calls, and failure modes decide. */
	public static final Status DEGRADED = new Status("DEGRADED", "Failure modes decide");

	private final Supplier<RateLimitDescriptor.Store> store;

	private final RateLimiterRegistry limiters;

	/**
	 * Create the indicator.
	 * @param store asks the store, within the deadline of a decision
	 * @param limiters the limiters of all policies
	 */
	public RateLimitHealthIndicator(Supplier<RateLimitDescriptor.Store> store, RateLimiterRegistry limiters) {
		this.store = store;
		this.limiters = limiters;
	}

	@Override
	public Health health() {
		RateLimitDescriptor.Store store = this.store.get();
		boolean degraded = !store.answering() || store.refused() != null;
		Health.Builder health = degraded ? Health.status(DEGRADED) : Health.up();
		detail(health, "store", store.type());
		detail(health, "serverVersion", store.serverVersion());
		detail(health, "evictionPolicy", store.evictionPolicy());
		detail(health, "unknown", store.unknown());
		detail(health, "refused", store.refused());
		detail(health, "failure", store.failure());
		detail(health, "failingSince", store.failingSince());
		if (degraded) {
			health.withDetail("meanwhile", meanwhile());
		}
		return health.build();
	}

	private static void detail(Health.Builder health, String name, @Nullable Object value) {
		if (value != null) {
			health.withDetail(name, value);
		}
	}

	private Map<String, String> meanwhile() {
		Map<String, String> effects = new TreeMap<>();
		for (String policy : this.limiters.policies()) {
			effects.put(policy, effect(this.limiters.limiter(policy).policy().failureMode()));
		}
		return effects;
	}

	private static String effect(FailureMode mode) {
		return switch (mode) {
			case ALLOW -> "allow: everything passes";
			case REJECT -> "reject: everything is refused with status 503";
			case LOCAL -> "local: each instance counts for itself, with its share of the limit";
		};
	}

}
