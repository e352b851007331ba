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

import java.time.Duration;

import dev.ratelimit.limiter.ClockDrift;
import dev.ratelimit.limiter.LiveInstances;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import java.util.concurrent.TimeUnit;

/**
 * Gauges of what the store tells about the surroundings: {@value #CLOCK_DRIFT}, how far
 * this machine's clock is ahead of the store's (negative: behind; not a number before it
 * is known), and {@value #INSTANCES}, how many instances share the limits.
 *
 * @since 0.1.0
 */
public final class PulseMetrics implements MeterBinder {

	/** Name of the gauge of the drift. */
	public static final String CLOCK_DRIFT = "ratelimit.clock.drift";

	/** Name of the gauge of the instances. */
	public static final String INSTANCES = "ratelimit.instances";

	private final ClockDrift drift;

	private final LiveInstances instances;

	/**
	 * Create the meters.
	 * @param drift how far the clocks are apart
	 * @param instances how many instances there are
	 */
	public PulseMetrics(ClockDrift drift, LiveInstances instances) {
		this.drift = drift;
		this.instances = instances;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		TimeGauge.builder(CLOCK_DRIFT, this::micros, TimeUnit.MICROSECONDS)
			.description("How far this machine's clock is ahead of the rate limit store's")
			.register(registry);
		Gauge.builder(INSTANCES, this.instances::get)
			.description("Instances that share the limits")
			.baseUnit("instances")
			.register(registry);
	}

	private Number micros() {
		Duration drift = this.drift.drift();
		return (drift != null) ? drift.toNanos() / 1000.0 : Double.NaN;
	}

}
