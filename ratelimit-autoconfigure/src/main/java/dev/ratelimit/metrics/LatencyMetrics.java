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

import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.PassEvent;
import dev.ratelimit.pass.PassListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Times in {@value #NAME} what the limits themselves add to a request or call, waits for
 * a turn not included, with the tags {@code entrance} (the constants of {@link Entrance}
 * in lower case) and {@code outcome} ({@code permitted} or {@code refused}). All are
 * there from the start. Thread-safe.
 *
 * @since 0.1.0
 */
public final class LatencyMetrics implements PassListener {

	/** Name of the timer. */
	public static final String NAME = "ratelimit.latency";

	private final Map<Entrance, Timer> permitted;

	private final Map<Entrance, Timer> refused;

	/**
	 * Create the meters.
	 * @param registry where they are registered
	 */
	public LatencyMetrics(MeterRegistry registry) {
		this.permitted = timers(registry, "permitted");
		this.refused = timers(registry, "refused");
	}

	private static Map<Entrance, Timer> timers(MeterRegistry registry, String outcome) {
		Map<Entrance, Timer> timers = new EnumMap<>(Entrance.class);
		for (Entrance entrance : Entrance.values()) {
			timers.put(entrance,
					Timer.builder(NAME)
						.description("Time that rate limits need to decide")
						.tags("entrance", entrance.name().toLowerCase(Locale.ROOT), "outcome", outcome)
						.register(registry));
		}
		return timers;
	}

	@Override
	public void onPass(PassEvent event) {
		Map<Entrance, Timer> timers = event.verdict().isPermitted() ? this.permitted : this.refused;
		Objects.requireNonNull(timers.get(event.entrance())).record(event.took());
	}

}
