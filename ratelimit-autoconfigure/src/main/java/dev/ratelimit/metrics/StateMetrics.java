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
import org.jspecify.annotations.Nullable;

/**
 * Gauges of how things stand: {@value #STORE_UP} is 1 while the store answers, else 0,
 * and is there only for a store that can fail; {@value #WAITING} is how many requests and
 * calls are held on this instance, of at most {@value #MAX_WAITING}.
 *
 * @since 0.1.0
 */
public final class StateMetrics implements MeterBinder {

	/** Name of the gauge of the store. */
	public static final String STORE_UP = "ratelimit.store.up";

	/** Name of the gauge of the waiting room. */
	public static final String WAITING = "ratelimit.waiting";

	/** Name of the gauge of the waiting room's seats. */
	public static final String MAX_WAITING = "ratelimit.waiting.max";

	private final @Nullable BooleanSupplier storeUp;

	private final IntSupplier waiting;

	private final int maxWaiting;

	/**
	 * Create the meters.
	 * @param storeUp whether the store answers, absent if it cannot fail
	 * @param waiting how many wait
	 * @param maxWaiting how many may wait
	 */
	public StateMetrics(@Nullable BooleanSupplier storeUp, IntSupplier waiting, int maxWaiting) {
		this.storeUp = storeUp;
		this.waiting = waiting;
		this.maxWaiting = maxWaiting;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		BooleanSupplier up = this.storeUp;
		if (up != null) {
			Gauge.builder(STORE_UP, () -> up.getAsBoolean() ? 1 : 0)
				.description("Whether the rate limit store answers")
				.register(registry);
		}
		Gauge.builder(WAITING, this.waiting::getAsInt)
			.description("Requests and calls that wait for their turn")
			.baseUnit("requests")
			.register(registry);
		Gauge.builder(MAX_WAITING, () -> this.maxWaiting)
			.description("Requests and calls that may wait at once")
			.baseUnit("requests")
			.register(registry);
	}

}
