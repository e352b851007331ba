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
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TestStores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A1 on Redis: two clients with a connection each.
 */
class RedisRaceTests {

	private final ManualClock clock = new ManualClock(World.START);

	private final String prefix = TestStores.prefix();

	@ParameterizedTest
	@EnumSource
	void exactlyTheLimitIsAdmittedToAColdKey(Algorithm algorithm) {
		RedisServer.shared().ask("SCRIPT FLUSH");
		assertThat(admitted(clients(algorithm), () -> {
		})).isEqualTo(100);
	}

	@ParameterizedTest
	@EnumSource
	void exactlyTheRestIsAdmittedToAUsedKey(Algorithm algorithm) {
		List<RateLimiter> clients = clients(algorithm);
		clients.forEach((client) -> World.allows(client.tryAcquire(KEY, 10)));
		assertThat(admitted(clients, () -> {
		})).isEqualTo(80);
	}

	@ParameterizedTest
	@EnumSource
	void exactlyTheLimitIsAdmittedWhenScriptsAreFlushedHalfWay(Algorithm algorithm) {
		assertThat(admitted(clients(algorithm), () -> RedisServer.shared().ask("SCRIPT FLUSH"))).isEqualTo(100);
	}

	private List<RateLimiter> clients(Algorithm algorithm) {
		RateLimitPolicy policy = Policies.aligned(algorithm, "race", "100/60s");
		return List.of(TestStores.redis(this.clock, this.prefix).limiter(policy),
				TestStores.redis(this.clock, this.prefix).limiter(policy));
	}

	private static long admitted(List<RateLimiter> clients, Runnable halfWay) {
		List<Decision> decisions = new Race(clients, halfWay).run();
		assertThat(decisions).hasSize(2560);
		return decisions.stream().filter(Decision::isPermitted).count();
	}

}
