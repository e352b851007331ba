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

package dev.ratelimit.pass;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Arrival;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;

/**
 * Decides for somebody who has no seat to wait in: what would be delayed is refused. A
 * place in a queue is hard to give back once others stand behind it, so the queue is
 * looked at first, and joined only if nobody is in it.
 */
final class StandingRateLimiter implements RateLimiter {

	private final RateLimiter limiter;

	StandingRateLimiter(RateLimiter limiter) {
		this.limiter = limiter;
	}

	@Override
	public RateLimitPolicy policy() {
		return this.limiter.policy();
	}

	@Override
	public Decision tryAcquire(String key, long permits) {
		return tryAcquire(key, permits, Arrival.now());
	}

	@Override
	public Decision tryAcquire(String key, long permits, Arrival arrival) {
		if (isQueue() && permits > 0) {
			Decision look = this.limiter.tryAcquire(key, 0, arrival);
			if (wouldWait(look, permits)) {
				return shed(look);
			}
		}
		return unlessDelayed(this.limiter.tryAcquire(key, permits, arrival));
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
		return tryAcquireAsync(key, permits, Arrival.now());
	}

	@Override
	public CompletionStage<Decision> tryAcquireAsync(String key, long permits, Arrival arrival) {
		CompletionStage<Decision> asked = (isQueue() && permits > 0)
				? this.limiter.tryAcquireAsync(key, 0, arrival)
					.thenCompose((look) -> wouldWait(look, permits) ? CompletableFuture.completedFuture(shed(look))
							: this.limiter.tryAcquireAsync(key, permits, arrival))
				: this.limiter.tryAcquireAsync(key, permits, arrival);
		return asked.thenApply(this::unlessDelayed);
	}

	private boolean isQueue() {
		return policy().algorithm() == Algorithm.LEAKY_BUCKET;
	}

	/**
	 * Whether somebody with a seat would wait. Who would be refused is not meant: the
	 * limiter itself then says why and for how long.
	 */
	private static boolean wouldWait(Decision look, long permits) {
		Reading reading = look.reading();
		return reading != null && !reading.resetAfter().isZero() && permits <= reading.remaining();
	}

	private Decision unlessDelayed(Decision decision) {
		if (decision.outcome() != Outcome.DELAYED) {
			return decision;
		}
		Charge charge = decision.charge();
		if (charge != null) {
			this.limiter.release(charge);
		}
		return shed(decision);
	}

	/**
	 * Waiting until the queue is empty is more than it takes, but never too little.
	 */
	private static Decision shed(Decision seen) {
		Reading reading = seen.reading();
		Duration wait = (reading != null) ? reading.resetAfter() : seen.delay();
		return new Decision(Outcome.REJECTED, Reason.SHED, seen.source(), reading, wait, Duration.ZERO, null);
	}

	@Override
	public CompletionStage<Decision> charge(String key, long permits) {
		return this.limiter.charge(key, permits);
	}

	@Override
	public CompletionStage<Void> release(Charge charge) {
		return this.limiter.release(charge);
	}

	@Override
	public void reset(String key) {
		this.limiter.reset(key);
	}

}
