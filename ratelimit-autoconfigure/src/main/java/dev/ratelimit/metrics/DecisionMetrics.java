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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.pass.Answer;
import dev.ratelimit.pass.PassEvent;
import dev.ratelimit.pass.PassListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts decisions in {@value #NAME}, once per policy and request, with the tags
 * {@code policy}, {@code route} (the route's id), {@code outcome}, {@code reason} and
 * {@code source}. The last three are the constants of {@link dev.ratelimit.Outcome},
 * {@link dev.ratelimit.Reason} and {@link dev.ratelimit.Source} in lower case, for
 * example {@code failed_open}, {@code min_interval} and {@code store}. Their number is
 * bounded by the configuration; keys, addresses and paths of requests are never tags.
 * <p>
 * What a policy allowed and then took back, because another policy refused the request,
 * is not counted. Thread-safe.
 *
 * @since 0.1.0
 */
public final class DecisionMetrics implements PassListener {

	/** Name of the counter. */
	public static final String NAME = "ratelimit.decisions";

	private final MeterRegistry registry;

	private final Map<Series, Counter> counters = new ConcurrentHashMap<>();

	/**
	 * Create the meters.
	 * @param registry where they are registered
	 */
	public DecisionMetrics(MeterRegistry registry) {
		this.registry = registry;
	}

	/**
	 * Register at zero what the requests of a route can come to under a policy.
	 * @param policy the policy
	 * @param route id of the route or operation
	 */
	public void register(RateLimitPolicy policy, String route) {
		ExpectedSeries.of(policy, route).forEach(this::counter);
	}

	@Override
	public void onPass(PassEvent event) {
		for (Answer answer : event.verdict().answers()) {
			if (!answer.givenBack()) {
				counter(series(answer)).increment();
			}
		}
	}

	private static Series series(Answer answer) {
		Decision decision = answer.decision();
		return new Series(answer.ask().limiter().policy().name(), answer.ask().route(), decision.outcome(),
				decision.reason(), decision.source());
	}

	private Counter counter(Series series) {
		Counter counter = this.counters.get(series);
		return (counter != null) ? counter : this.counters.computeIfAbsent(series, this::newCounter);
	}

	private Counter newCounter(Series series) {
		return Counter.builder(NAME)
			.description("Decisions of rate limits")
			.baseUnit("decisions")
			.tags(series.tags())
			.register(this.registry);
	}

}
