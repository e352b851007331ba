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

package dev.ratelimit.redis;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.algorithm.FixedWindow;
import dev.ratelimit.algorithm.LeakyBucket;
import dev.ratelimit.algorithm.LimitAlgorithm;
import dev.ratelimit.algorithm.Ruling;
import dev.ratelimit.algorithm.SlidingWindowCounter;
import dev.ratelimit.algorithm.SlidingWindowLog;
import dev.ratelimit.algorithm.TokenBucket;

/**
 * Says what a script's reply means. The script decides and charges; what to tell of it
 * follows from the state it replies, by the step functions of the algorithm.
 */
interface ReplyReader {

	/**
	 * The ruling on one of the requests of a call.
	 * @param reply the reply
	 * @param key the key
	 * @param permits what each request asked for
	 * @param index which of the requests, from 0
	 */
	Ruling acquired(ScriptReply reply, String key, long permits, int index);

	/**
	 * The ruling on a debt.
	 * @param reply the reply
	 */
	Ruling charged(ScriptReply reply);

	/**
	 * Slot offset of a key for one limit, in microseconds.
	 */
	long phase(int limit, String key);

	static ReplyReader of(RateLimitPolicy policy) {
		LimitAlgorithm<?> algorithm = LimitAlgorithm.of(policy);
		int limits = policy.limits().size();
		if (algorithm instanceof TokenBucket bucket) {
			return new LevelReplyReader<>(bucket, limits, LevelFormat.BUCKET);
		}
		if (algorithm instanceof LeakyBucket bucket) {
			return new LevelReplyReader<>(bucket, limits, LevelFormat.BUCKET);
		}
		if (algorithm instanceof FixedWindow window) {
			return new LevelReplyReader<>(window, limits, LevelFormat.FIXED_SLOT);
		}
		if (algorithm instanceof SlidingWindowCounter counter) {
			return new LevelReplyReader<>(counter, limits, LevelFormat.SLIDING_SLOT);
		}
		if (algorithm instanceof SlidingWindowLog log) {
			return new LogReplyReader(log, limits);
		}
		throw new IllegalArgumentException("no script for " + policy.algorithm());
	}

}
