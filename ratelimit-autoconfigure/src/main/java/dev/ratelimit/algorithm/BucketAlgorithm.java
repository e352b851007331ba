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

import dev.ratelimit.Charge;
import dev.ratelimit.RateLimitPolicy;

/**
 * What the two buckets have in common: what is used drains at the limit's rate.
 */
public abstract sealed class BucketAlgorithm extends LevelAlgorithm<Bucket> permits TokenBucket, LeakyBucket {

	BucketAlgorithm(RateLimitPolicy policy) {
		super(policy);
	}

	@Override
	boolean isCountedUnder(int index, Bucket level, String key) {
		return level.permits() == limit(index).permits();
	}

	@Override
	Bucket fresh(int index, String key, long now) {
		return new Bucket(limit(index).permits(), window(index), now, 0, 0);
	}

	@Override
	public Charge.Place place(int index, Bucket level, long taken) {
		return level.place(taken);
	}

}
