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

package dev.ratelimit;

import java.util.concurrent.CompletionStage;

/**
 * Decides, for one policy, whether a key may take permits. Check and charge are one
 * atomic step. Implementations are thread-safe, and decorators add to a limiter without
 * weakening what is promised here.
 * <p>
 * The synchronous and the asynchronous call decide alike: a servlet thread need not pay
 * for a future, a reactive caller need not block.
 *
 * @since 0.1.0
 */
public interface RateLimiter {

	/**
	 * The policy that this limiter applies.
	 * @return the policy, the same at every call
	 */
	RateLimitPolicy policy();

	/**
	 * Take permits if all limits of the policy allow it, else nothing. Never waits for
	 * permits.
	 * @param key whose limit, any text
	 * @param permits how many, at least 0; 0 is a look, which takes nothing and whose
	 * {@code retryAfter} speaks of one permit
	 * @return the decision
	 * @throws IllegalArgumentException if permits is negative
	 * @throws RateLimitStoreException if the store gives no answer and nothing in front
	 * of it turns that into a decision
	 */
	Decision tryAcquire(String key, long permits);

	/**
	 * As {@link #tryAcquire(String, long)} without blocking the caller. What is chained
	 * to the answer may run on a thread of the store's client: it must not block, nor ask
	 * a limiter synchronously; use the {@code Async} variants for that.
	 * @param key whose limit, any text
	 * @param permits how many, at least 0
	 * @return the decision, or a {@link RateLimitStoreException}
	 */
	CompletionStage<Decision> tryAcquireAsync(String key, long permits);

	/**
	 * As {@link #tryAcquire(String, long)} for a caller who has been waiting already: a
	 * store with a deadline counts it from the caller's arrival, so that several limits
	 * asked one after another cost one deadline and not several.
	 * @param key whose limit, any text
	 * @param permits how many, at least 0
	 * @param arrival when the caller came
	 * @return the decision
	 */
	default Decision tryAcquire(String key, long permits, Arrival arrival) {
		return tryAcquire(key, permits);
	}

	/**
	 * As {@link #tryAcquireAsync(String, long)} for a caller who has been waiting
	 * already.
	 * @param key whose limit, any text
	 * @param permits how many, at least 0
	 * @param arrival when the caller came
	 * @return the decision, or a {@link RateLimitStoreException}
	 */
	default CompletionStage<Decision> tryAcquireAsync(String key, long permits, Arrival arrival) {
		return tryAcquireAsync(key, permits);
	}

	/**
	 * Take permits without asking: for costs that are known only afterwards. The key may
	 * go into debt, up to twice the capacity; what exceeds that is forgotten.
	 * @param key whose limit, any text
	 * @param permits how many, at least 0
	 * @return the decision, allowed unless a limit has 0 permits
	 */
	CompletionStage<Decision> charge(String key, long permits);

	/**
	 * Give back exactly what a charge took: at most once per charge, and nothing once it
	 * has drained or its window is gone.
	 * @param charge a charge of this policy
	 * @return completes when given back; exceptionally with a
	 * {@link RateLimitStoreException} if the store gives no answer
	 * @throws IllegalArgumentException if the charge belongs to another policy
	 */
	CompletionStage<Void> release(Charge charge);

	/**
	 * Forget all that is known of a key, so that it is fresh.
	 * @param key whose limit
	 * @throws RateLimitStoreException if the store gives no answer
	 */
	void reset(String key);

}
