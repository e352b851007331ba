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

package dev.ratelimit.metrics;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.limiter.StoreListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts what a store that can fail did not do: {@value #FAILURES} with the tags
 * {@code policy} and {@code reason}, and {@value #RELEASES} with {@code policy} and
 * {@code result}, which is {@code done} or {@code failed}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class StoreMetrics implements StoreListener {

	/** Name of the counter of calls that the store did not answer. */
	public static final String FAILURES = "ratelimit.store.failures";

	/** Name of the counter of charges that were to be given back. */
	public static final String RELEASES = "ratelimit.releases";

	private final MeterRegistry registry;

	private final Map<String, Counters> counters = new ConcurrentHashMap<>();

	/**
	 * Create the meters.
	 * @param registry where they are registered
	 */
	public StoreMetrics(MeterRegistry registry) {
		this.registry = registry;
	}

	/**
	 * Register at zero what can happen to the calls of a policy.
	 * @param policy the policy
	 */
	public void register(RateLimitPolicy policy) {
		counters(policy);
	}

	@Override
	public void onFailure(RateLimitPolicy policy, Kind kind) {
		counters(policy).failures(kind).increment();
	}

	@Override
	public void onRelease(RateLimitPolicy policy, boolean done) {
		Counters counters = counters(policy);
		(done ? counters.released() : counters.notReleased()).increment();
	}

	private Counters counters(RateLimitPolicy policy) {
		Counters known = this.counters.get(policy.name());
		return (known != null) ? known : this.counters.computeIfAbsent(policy.name(), this::newCounters);
	}

	private Counters newCounters(String policy) {
		Map<Kind, Counter> failures = new EnumMap<>(Kind.class);
		for (Kind kind : Kind.values()) {
			failures.put(kind,
					Counter.builder(FAILURES)
						.description("Calls that the rate limit store did not answer")
						.baseUnit("calls")
						.tag("policy", policy)
						.tag("reason", kind.name().toLowerCase(Locale.ROOT))
						.register(this.registry));
		}
		return new Counters(failures, releases(policy, "done"), releases(policy, "failed"));
	}

	private Counter releases(String policy, String result) {
		return Counter.builder(RELEASES)
			.description("Charges that were to be given back to the rate limit store")
			.baseUnit("charges")
			.tag("policy", policy)
			.tag("result", result)
			.register(this.registry);
	}

	/**
	 * Counters of one policy.
	 */
	private record Counters(Map<Kind, Counter> failures, Counter released, Counter notReleased) {

		Counter failures(Kind kind) {
			return Objects.requireNonNull(this.failures.get(kind));
		}

	}

}
