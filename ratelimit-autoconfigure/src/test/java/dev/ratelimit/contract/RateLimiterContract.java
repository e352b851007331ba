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

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every limiter promises, whatever its algorithm and store and whatever decorates
 * it: one test for each law. Options that change the laws (count-rejected, min-interval)
 * are tested apart.
 */
abstract class RateLimiterContract implements GrantLaws, WaitLaws, ReleaseLaws, IndependenceLaws, DebtLaws,
		SeveralLimitsLaws, ChangedLimitLaws, ClockLaws, BoundLaws {

	private final Algorithm algorithm;

	private World world;

	RateLimiterContract(Algorithm algorithm) {
		this.algorithm = algorithm;
		this.world = new World(algorithm, OracleStore::new);
	}

	/**
	 * Make a store of its own, with everything in front of it that is to be judged too.
	 * @param clock the only clock that may decide anything
	 * @return a store without any state
	 */
	abstract RateLimitStore open(InstantSource clock);

	@BeforeEach
	void createTheWorld() {
		this.world = new World(this.algorithm, this::open);
	}

	@Override
	public World world() {
		return this.world;
	}

}
