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

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException.Kind;

/**
 * Told of what goes wrong between limiters and their store. Called on the thread of the
 * request or of the store's client: must be quick and thread-safe.
 *
 * @since 0.1.0
 */
public interface StoreListener {

	/**
	 * A call failed, and the policy's failure mode decides instead.
	 * @param policy the policy
	 * @param kind how the call failed
	 */
	void onFailure(RateLimitPolicy policy, Kind kind);

	/**
	 * Something that was taken was to be given back.
	 * @param policy the policy
	 * @param done whether the store took it back; if not, the caller has lost it
	 */
	void onRelease(RateLimitPolicy policy, boolean done);

}
