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
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A1 on the memory store.
 */
class MemoryRaceTests {

	@ParameterizedTest
	@EnumSource
	void exactlyTheLimitIsAdmitted(Algorithm algorithm) {
		World world = new World(algorithm, (clock) -> new MemoryStore(100_000, clock));
		List<RateLimiter> clients = List.of(world.limiter("100/60s"), world.limiter("100/60s"));
		List<Decision> decisions = new Race(clients, () -> {
		}).run();
		assertThat(decisions).hasSize(2560);
		assertThat(decisions.stream().filter(Decision::isPermitted).count()).isEqualTo(100);
	}

	@ParameterizedTest
	@EnumSource
	void whatIsGivenBackInARaceIsAllThereAgain(Algorithm algorithm) {
		World world = new World(algorithm, (clock) -> new MemoryStore(100_000, clock));
		RateLimiter limiter = world.limiter("100/60s");
		List<Decision> granted = new Race(List.of(limiter), () -> {
		}).run().stream().filter(Decision::isPermitted).toList();
		if (algorithm != Algorithm.LEAKY_BUCKET) {
			granted.parallelStream().forEach((decision) -> World.release(limiter, decision));
			assertThat(World.remaining(limiter, KEY)).isEqualTo(100);
		}
	}

}
