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

import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.TestStores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Memory, Redis and the oracle decide alike, step by step.
 */
class TwinTests {

	@ParameterizedTest
	@EnumSource
	void memoryAndRedisDecideAsTheOracle(Algorithm algorithm) {
		ManualClock clock = new ManualClock(World.START);
		List<RateLimitStore> stores = List.of(TestStores.redis(clock), new MemoryStore(100_000, clock));
		for (long seed = 1000; seed < 1060; seed++) {
			assertThat(new Twin(seed, algorithm, clock, stores).run(60)).isNull();
		}
	}

}
