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

package dev.ratelimit.contract;

import java.time.InstantSource;
import java.util.stream.IntStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cases on the memory store.
 */
class MemoryCasesTests implements AmountCases, TimeCases {

	@Override
	public RateLimitStore open(InstantSource clock) {
		return new MemoryStore(100_000, clock);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void a13FloodOfOneKeyIsRefusedCheaply(boolean countRejected) {
		RateLimitPolicy policy = RateLimitPolicy.builder("case")
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("1000/60s")
			.countRejected(countRejected)
			.build();
		World world = world(Algorithm.SLIDING_WINDOW_LOG);
		RateLimiter limiter = world.limiter(policy);
		long allowed = IntStream.range(0, 100_000).filter((i) -> {
			world.clock().advanceMicros(1);
			return limiter.tryAcquire(KEY, 1).isPermitted();
		}).count();
		assertThat(allowed).isEqualTo(1000);
	}

}
