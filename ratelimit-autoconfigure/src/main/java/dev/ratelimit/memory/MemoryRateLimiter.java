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

package dev.ratelimit.memory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.algorithm.LimitAlgorithm;
import dev.ratelimit.algorithm.RequestCheck;
import dev.ratelimit.algorithm.Step;
import dev.ratelimit.memory.Shard.Changed;
import org.jspecify.annotations.Nullable;

/**
 * Applies the steps of an algorithm to entries of a {@link MemoryStore}.
 *
 * @param <S> the state of the algorithm
 */
final class MemoryRateLimiter<S> implements RateLimiter {

	private final RateLimitPolicy policy;

	private final LimitAlgorithm<S> algorithm;

	private final MemoryStore store;

	private final Source source;

	private final RequestCheck check;

	MemoryRateLimiter(RateLimitPolicy policy, LimitAlgorithm<S> algorithm, MemoryStore store, Source source) {
		this.policy = policy;
		this.algorithm = algorithm;
		this.store = store;
		this.source = source;
		this.check = new RequestCheck(policy, source);
	}

	@Override
	public RateLimitPolicy policy() {
		return this.policy;
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		Decision refusal = this.check.acquire(permits);
		return (refusal != null) ? refusal
				: step(key, (state, now) -> this.algorithm.tryAcquire(state, key, now, permits));
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return CompletableFuture.completedFuture(tryAcquire(key, permits));
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		Decision refusal = this.check.charge(permits);
		return CompletableFuture.completedFuture((refusal != null) ? refusal
				: step(key, (state, now) -> this.algorithm.charge(state, key, now, permits)));
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		if (this.check.release(charge)) {
			StateKey key = stateKey(charge.key());
			this.store.shard(key).update(key, this.store::now, (entry, now) -> {
				if (entry == null) {
					return new Changed<>(null, false);
				}
				S before = state(entry);
				S after = this.algorithm.release(before, now, charge);
				return new Changed<>((after != before) ? entry.withState(after) : entry, true);
			});
		}
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void reset(String key) {
		StateKey stateKey = stateKey(key);
		this.store.shard(stateKey).remove(stateKey);
	}

	private Decision step(String key, StepFunction<S> function) {
		StateKey stateKey = stateKey(key);
		return this.store.shard(stateKey).update(stateKey, this.store::now, (entry, now) -> {
			Step<S> step = function.apply((entry != null) ? state(entry) : null, now);
			return new Changed<>(after(entry, step, now), step.ruling().toDecision(this.policy, key, this.source));
		});
	}

	/**
	 * A rejection is remembered even where it changes no state: it is what saves the
	 * entry from making room for others.
	 */
	private static @Nullable Entry after(@Nullable Entry entry, Step<?> step, long now) {
		if (step.changed()) {
			return Entry.of(step.state(), step.ruling(), now);
		}
		if (entry != null && step.ruling().outcome() == Outcome.REJECTED) {
			return Entry.of(entry.state(), step.ruling(), now);
		}
		return entry;
	}

	private StateKey stateKey(String key) {
		return new StateKey(this.policy.name(), this.policy.algorithm(), key);
	}

	@SuppressWarnings("unchecked")
	private S state(Entry entry) {
		return (S) entry.state();
	}

	private interface StepFunction<S> {

		Step<S> apply(@Nullable S state, long now);

	}

}
