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

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;

/**
 * The oracle behind the interface of a store, so that the contract judges the oracle too.
 */
final class OracleStore implements RateLimitStore {

	private final InstantSource clock;

	private final Map<String, Oracle> oracles = new HashMap<>();

	private final Map<Charge, Ticket> tickets = new HashMap<>();

	OracleStore(InstantSource clock) {
		this.clock = clock;
	}

	@Override
	public RateLimiter limiter(RateLimitPolicy policy) {
		return new OracleLimiter(policy);
	}

	private final class OracleLimiter implements RateLimiter {

		private final RateLimitPolicy policy;

		OracleLimiter(RateLimitPolicy policy) {
			this.policy = policy;
		}

		@Override
		public RateLimitPolicy policy() {
			return this.policy;
		}

		@Override
		public Decision tryAcquire(String key, long permits) {
			return decide(key, permits, () -> oracle(key).acquire(this.policy, permits, now()));
		}

		@Override
		public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
			return CompletableFuture.completedFuture(tryAcquire(key, permits));
		}

		@Override
		public CompletionStage<Decision> charge(String key, long permits) {
			return CompletableFuture
				.completedFuture(decide(key, permits, () -> oracle(key).charge(this.policy, permits, now())));
		}

		@Override
		public CompletionStage<Void> release(Charge charge) {
			if (!charge.policy().equals(this.policy.name())) {
				throw new IllegalArgumentException("charge belongs to " + charge.policy());
			}
			synchronized (OracleStore.this) {
				if (charge.claim()) {
					oracle(charge.key()).release(this.policy, OracleStore.this.tickets.remove(charge), now());
				}
			}
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public void reset(String key) {
			synchronized (OracleStore.this) {
				oracle(key).reset();
			}
		}

		private Decision decide(String key, long permits, Supplier<Expected> decision) {
			if (permits < 0) {
				throw new IllegalArgumentException("permits must not be negative, not " + permits);
			}
			synchronized (OracleStore.this) {
				Expected expected = decision.get();
				Decision told = expected.asDecision();
				if (expected.ticket() == null || expected.ticket().isEmpty()) {
					return told;
				}
				Charge charge = new Charge(this.policy.name(), key, Source.STORE, List.of());
				OracleStore.this.tickets.put(charge, expected.ticket());
				return new Decision(told.outcome(), told.reason(), told.source(), told.reading(), told.retryAfter(),
						told.delay(), charge);
			}
		}

		private Oracle oracle(String key) {
			String name = this.policy.algorithm().code() + ":" + this.policy.name() + ":" + key;
			return OracleStore.this.oracles.computeIfAbsent(name, (any) -> Oracle.of(this.policy.algorithm(), key));
		}

		private long now() {
			return ChronoUnit.MICROS.between(Instant.EPOCH, OracleStore.this.clock.instant());
		}

	}

}
