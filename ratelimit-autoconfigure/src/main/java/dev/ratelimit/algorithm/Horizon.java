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

package dev.ratelimit.algorithm;

import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;

/**
 * How far the queue of a leaky bucket may reach: the lesser of its length and of what
 * drains within the longest wait, as permits and a fraction.
 *
 * @param whole whole permits
 * @param remainder the fraction of a permit, over the window
 * @since 0.1.0
 */
public record Horizon(long whole, long remainder) {

	/**
	 * The horizon of a leaky bucket policy.
	 * @param policy the policy
	 * @return its horizon
	 */
	public static Horizon of(RateLimitPolicy policy) {
		Limit limit = policy.limits().get(0);
		long maxWait = Micros.of(policy.maxWait());
		long window = limit.windowMicros();
		if (ExactMath.compareProducts(maxWait, limit.permits(), policy.queue(), window) >= 0) {
			return new Horizon(policy.queue(), 0);
		}
		return new Horizon(ExactMath.divideProduct(maxWait, limit.permits(), window),
				ExactMath.remainderOfProduct(maxWait, limit.permits(), window));
	}

	/**
	 * How many single permits the queue still admits.
	 */
	long room(Bucket bucket) {
		long behind = (bucket.remainder() <= this.remainder) ? 1 : 0;
		return Math.max(0, this.whole - bucket.used() + behind);
	}

}
