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
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The memory store decides as the oracle does, step by step.
 */
class MemoryTwinTests {

	@ParameterizedTest
	@EnumSource
	void memoryDecidesAsTheOracle(Algorithm algorithm) {
		ManualClock clock = new ManualClock(World.START);
		MemoryStore memory = new MemoryStore(100_000, clock);
		for (long seed = 0; seed < 200; seed++) {
			assertThat(new Twin(seed, algorithm, clock, List.of(memory)).run(60)).isNull();
		}
	}

}
