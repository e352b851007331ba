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

package dev.ratelimit.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.algorithm.Horizon;
import org.jspecify.annotations.Nullable;

/**
 * Writes the arguments of a script call, as the head of {@code common.lua} lists them.
 * All that a policy fixes is written once.
 */
final class ScriptArguments {

	/** Version of the protocol that the scripts speak. */
	static final String LAYOUT_VERSION = "1";

	private static final byte[] LAYOUT = ascii(LAYOUT_VERSION);

	private static final byte[] ACQUIRE = ascii("acquire");

	private static final byte[] RELEASE = ascii("release");

	private static final byte[] NOTHING = new byte[0];

	private static final byte[] ZERO = ascii("0");

	private static final byte[] ONE = ascii("1");

	private static final int NOW = 2;

	private static final int PERMITS = 3;

	private static final int COUNT = 4;

	private static final int DEBT = 5;

	private static final int LIMITS = 9;

	private static final int PER_LIMIT = 6;

	private static final int PHASE = 4;

	private final byte[][] template;

	private final ToLongBiFunction<Integer, String> phase;

	private final boolean slotted;

	private final @Nullable InstantSource clock;

	/**
	 * Prepare the arguments of a policy.
	 * @param policy the policy
	 * @param phase slot offset of a key, by index of the limit
	 * @param clock the clock of a test; without it Redis's own counts
	 */
	ScriptArguments(RateLimitPolicy policy, ToLongBiFunction<Integer, String> phase, @Nullable InstantSource clock) {
		this.phase = phase;
		this.clock = clock;
		this.slotted = policy.algorithm() == Algorithm.FIXED_WINDOW
				|| policy.algorithm() == Algorithm.SLIDING_WINDOW_COUNTER;
		this.template = template(policy);
	}

	private static byte[][] template(RateLimitPolicy policy) {
		Duration interval = policy.minInterval();
		List<byte[]> arguments = new ArrayList<>(List.of(LAYOUT, ACQUIRE, NOTHING, ZERO, ONE, ZERO, NOTHING,
				policy.countRejected() ? ONE : ZERO, (interval != null) ? ascii(interval.toNanos() / 1000) : ZERO));
		for (Limit limit : policy.limits()) {
			arguments.add(ascii(limit.permits()));
			arguments.add(ascii(limit.windowMicros()));
			arguments.add(ascii(policy.capacity(limit)));
			arguments
				.add((policy.algorithm() == Algorithm.LEAKY_BUCKET) ? ascii(Horizon.of(policy).remainder()) : ZERO);
			arguments.add(ZERO);
			arguments.add(NOTHING);
		}
		return arguments.toArray(byte[][]::new);
	}

	/**
	 * Arguments of a call that takes permits.
	 * @param key the key
	 * @param permits permits of one request
	 * @param count how many equal requests
	 * @param debt permits charged before
	 */
	byte[][] acquire(String key, long permits, int count, long debt) {
		byte[][] arguments = this.template.clone();
		arguments[NOW] = now();
		arguments[PERMITS] = ascii(permits);
		arguments[COUNT] = (count == 1) ? ONE : ascii(count);
		arguments[DEBT] = (debt == 0) ? ZERO : ascii(debt);
		if (this.slotted) {
			for (int i = LIMITS; i < arguments.length; i += PER_LIMIT) {
				arguments[i + PHASE] = ascii(this.phase.applyAsLong((i - LIMITS) / PER_LIMIT, key));
			}
		}
		return arguments;
	}

	/**
	 * Arguments of a call that gives a charge back.
	 */
	byte[][] release(Charge charge) {
		List<byte[]> arguments = new ArrayList<>(List.of(LAYOUT, RELEASE, now()));
		for (Charge.Place place : charge.places()) {
			for (long number : new long[] { place.permits(), place.window(), place.taken(), place.time(), place.used(),
					place.remainder() }) {
				arguments.add(ascii(number));
			}
		}
		return arguments.toArray(byte[][]::new);
	}

	private byte[] now() {
		if (this.clock == null) {
			return NOTHING;
		}
		return ascii(micros(this.clock.instant()));
	}

	static long micros(Instant moment) {
		return moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1000;
	}

	private static byte[] ascii(long number) {
		return ascii(Long.toString(number));
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
