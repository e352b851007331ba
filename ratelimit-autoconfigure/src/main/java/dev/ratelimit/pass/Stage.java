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

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;

/**
 * When in a pass a policy is asked. What is hard to give back comes late, what others
 * would miss comes last: a mark of a rejected attempt cannot be taken back, a place in a
 * queue only while nobody stands behind it, and a shared limit must not be held for a
 * request that its own limits refuse.
 */
enum Stage {

	/** The caller's own limits that can be given back at any time. */
	OWN,

	/** The caller's own logs in which rejected attempts leave marks too. */
	OWN_COUNTING_REJECTED,

	/** The caller's own queues. */
	OWN_QUEUE,

	/** Limits that all callers share. */
	SHARED,

	/** Queues that all callers share. */
	SHARED_QUEUE;

	static Stage of(Ask ask) {
		RateLimitPolicy policy = ask.limiter().policy();
		boolean queue = policy.algorithm() == Algorithm.LEAKY_BUCKET;
		if (ask.shared()) {
			return queue ? SHARED_QUEUE : SHARED;
		}
		return queue ? OWN_QUEUE : (policy.countRejected() ? OWN_COUNTING_REJECTED : OWN);
	}

	/**
	 * Whether the policies of this stage are asked at once rather than one after another:
	 * what one of them took when another refuses can be given back without a trace.
	 */
	boolean isParallel() {
		return this == OWN;
	}

}
