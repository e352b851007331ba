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

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Gauges of how things stand: {@value #STORE_UP} is 1 while the store answers, else 0;
 * {@value #WAITING} is how many requests and calls are held on this instance.
 *
 * @since 0.1.0
 */
public final class StateMetrics implements MeterBinder {

	/** Name of the gauge of the store. */
	public static final String STORE_UP = "ratelimit.store.up";

	/** Name of the gauge of the waiting room. */
	public static final String WAITING = "ratelimit.waiting";

	private final BooleanSupplier storeUp;

	private final IntSupplier waiting;

	/**
	 * Create the meters.
	 * @param storeUp whether the store answers
	 * @param waiting how many wait
	 */
	public StateMetrics(BooleanSupplier storeUp, IntSupplier waiting) {
		this.storeUp = storeUp;
		this.waiting = waiting;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder(STORE_UP, () -> this.storeUp.getAsBoolean() ? 1 : 0)
			.description("Whether the rate limit store answers")
			.register(registry);
		Gauge.builder(WAITING, this.waiting::getAsInt)
			.description("Requests and calls that wait for their turn")
			.baseUnit("requests")
			.register(registry);
	}

}
