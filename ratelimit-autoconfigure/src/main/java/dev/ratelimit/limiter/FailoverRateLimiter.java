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

package dev.ratelimit.limiter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.ratelimit.Arrival;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;

/**
 * Answers for a store that gives no answer, as the policy's failure mode decided
 * beforehand.
 * <p>
 * A key that this instance counted for itself meanwhile is settled before the store is
 * asked for it again, so that the store never grants what was granted here already. A
 * charge that the store makes too late, for somebody who was not let through because of
 * it, is given back.
 *
 * @since 0.1.0
 */
public final class FailoverRateLimiter implements RateLimiter {

	private final RateLimiter store;

	private final LocalShares shares;

	private final LocalLimiter local;

	private final Settlement settlement;

	private final StoreWatch watch;

	/**
	 * Create the decorator.
	 * @param store the limiter that may give no answer
	 * @param shares what this instance alone decides, for
	 * {@link dev.ratelimit.FailureMode#LOCAL}
	 * @param watch learns whether the store answers
	 */
	public FailoverRateLimiter(RateLimiter store, LocalShares shares, StoreWatch watch) {
		this.store = store;
		this.shares = shares;
		this.local = shares.limiter(store.policy());
		this.settlement = shares.settlement(store, this.local, this::release);
		this.watch = watch;
	}

	@Override
	public RateLimitPolicy policy() {
		return this.store.policy();
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		return tryAcquire(key, permits, Arrival.now());
	}

	@Override
	public Decision tryAcquire(String key, long permits, Arrival arrival) {
		try {
			if (!this.shares.isEmpty()) {
				settle(key);
			}
			Decision decision = this.store.tryAcquire(key, permits, arrival);
			answered(permits);
			return decision;
		}
		catch (RateLimitStoreException ex) {
			return instead(ex, () -> acquireHere(key, permits), true);
		}
	}

	private void answered(long permits) {
		if (permits > 0) {
			this.watch.answered();
		}
		else {
			this.watch.looked();
		}
	}

	private void settle(String key) {
		try {
			this.settlement.settle(key).join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return tryAcquireAsync(key, permits, Arrival.now());
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits, Arrival arrival) {
		return orElse(
				() -> this.shares.isEmpty() ? this.store.tryAcquireAsync(key, permits, arrival)
						: this.settlement.settle(key)
							.thenCompose((settled) -> this.store.tryAcquireAsync(key, permits, arrival)),
				permits, (failure) -> instead(failure, () -> acquireHere(key, permits), true));
	}

	/**
	 * A request that fits into the limit but not into this instance's share is no
	 * rejection: only the store could have allowed it.
	 */
	private Decision acquireHere(String key, long permits) {
		Decision decision = this.local.tryAcquire(key, permits);
		boolean tooLarge = decision.reason() == Reason.EXCEEDS_LIMIT && permits <= policy().capacity();
		return tooLarge ? Decision.failed(Outcome.FAILED_CLOSED) : decision;
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		return orElse(() -> this.store.charge(key, permits), permits,
				(failure) -> instead(failure, () -> this.local.charge(key, permits), false));
	}

	private Decision instead(RateLimitStoreException failure, Supplier<Decision> here, boolean asked) {
		this.watch.failed(policy(), failure);
		Decision decision = switch (policy().failureMode()) {
			case ALLOW -> Decision.failed(Outcome.FAILED_OPEN);
			case REJECT -> Decision.failed(Outcome.FAILED_CLOSED);
			case LOCAL -> here.get();
		};
		boolean countedHere = decision.charge() != null;
		if (countedHere || (asked && !decision.isPermitted())) {
			giveBackLate(failure);
		}
		return decision;
	}

	private void giveBackLate(RateLimitStoreException failure) {
		CompletionStage<Decision> late = failure.late();
		if (late != null) {
			late.thenAccept((decision) -> {
				Charge charge = decision.charge();
				if (charge != null) {
					release(charge);
				}
			});
		}
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		if (charge.source() == Source.LOCAL) {
			this.local.release(charge);
			return CompletableFuture.completedFuture(null);
		}
		return this.store.release(charge)
			.whenComplete((done, failure) -> this.watch.released(policy(), failure == null));
	}

	@Override
	public void reset(String key) {
		this.local.reset(key);
		this.store.reset(key);
	}

	private CompletionStage<Decision> orElse(Supplier<CompletionStage<Decision>> store, long permits,
			Function<RateLimitStoreException, Decision> instead) {
		CompletionStage<Decision> asked;
		try {
			asked = store.get();
		}
		catch (RateLimitStoreException ex) {
			asked = CompletableFuture.failedFuture(ex);
		}
		return asked.handle((answer, failure) -> {
			if (failure == null) {
				answered(permits);
				return answer;
			}
			if (!(StoreCalls.unwrap(failure) instanceof RateLimitStoreException storeFailure)) {
				throw new CompletionException(StoreCalls.unwrap(failure));
			}
			return instead.apply(storeFailure);
		});
	}

}
