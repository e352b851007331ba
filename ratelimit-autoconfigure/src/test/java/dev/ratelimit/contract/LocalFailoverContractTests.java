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
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.Source;
import dev.ratelimit.limiter.FailoverRateLimiter;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import org.junit.jupiter.api.Nested;

/**
 * The contract, kept by the failover on this instance alone while the store gives no
 * answer.
 */
class LocalFailoverContractTests {

	@Nested
	class TokenBucket extends OnSilent {

		TokenBucket() {
			super(Algorithm.TOKEN_BUCKET);
		}

	}

	@Nested
	class LeakyBucket extends OnSilent {

		LeakyBucket() {
			super(Algorithm.LEAKY_BUCKET);
		}

	}

	@Nested
	class FixedWindow extends OnSilent {

		FixedWindow() {
			super(Algorithm.FIXED_WINDOW);
		}

	}

	@Nested
	class SlidingWindowLog extends OnSilent {

		SlidingWindowLog() {
			super(Algorithm.SLIDING_WINDOW_LOG);
		}

	}

	@Nested
	class SlidingWindowCounter extends OnSilent {

		SlidingWindowCounter() {
			super(Algorithm.SLIDING_WINDOW_COUNTER);
		}

	}

	abstract static class OnSilent extends RateLimiterContract {

		OnSilent(Algorithm algorithm) {
			super(algorithm);
		}

		@Override
		RateLimitStore open(InstantSource clock) {
			LocalShares local = new LocalShares(new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, clock, Source.LOCAL),
					() -> 1);
			StoreWatch log = new StoreWatch(InstantSource.system(), List.of());
			return (policy) -> new FailoverRateLimiter(new SilentLimiter(policy), local, log);
		}

	}

}
