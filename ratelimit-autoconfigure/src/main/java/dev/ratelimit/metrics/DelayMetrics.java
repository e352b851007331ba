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

import dev.ratelimit.Algorithm;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.pass.Answer;
import dev.ratelimit.pass.PassEvent;
import dev.ratelimit.pass.PassListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Times in {@value #NAME} how long requests and calls are told to wait for their turn,
 * with the tags {@code policy} and {@code route}. What did not have to wait is not
 * counted. Thread-safe.
 *
 * @since 0.1.0
 */
public final class DelayMetrics implements PassListener {

	/** Name of the timer. */
	public static final String NAME = "ratelimit.delay";

	private final MeterRegistry registry;

	private final Map<Place, Timer> timers = new ConcurrentHashMap<>();

	/**
	 * Create the meters.
	 * @param registry where they are registered
	 */
	public DelayMetrics(MeterRegistry registry) {
		this.registry = registry;
	}

	/**
	 * Register at zero, if the policy delays at all.
	 * @param policy the policy
	 * @param route id of the route or operation
	 */
	public void register(RateLimitPolicy policy, String route) {
		if (policy.algorithm() == Algorithm.LEAKY_BUCKET) {
			timer(new Place(policy.name(), route));
		}
	}

	@Override
	public void onPass(PassEvent event) {
		for (Answer answer : event.verdict().answers()) {
			if (answer.decision().outcome() == Outcome.DELAYED && !answer.givenBack()) {
				timer(new Place(answer.ask().limiter().policy().name(), answer.ask().route()))
					.record(answer.decision().delay());
			}
		}
	}

	private Timer timer(Place place) {
		return this.timers.computeIfAbsent(place, this::newTimer);
	}

	private Timer newTimer(Place place) {
		return Timer.builder(NAME)
			.description("Waits for a turn in a leaky bucket")
			.tags("policy", place.policy(), "route", place.route())
			.register(this.registry);
	}

	private record Place(String policy, String route) {

	}

}
