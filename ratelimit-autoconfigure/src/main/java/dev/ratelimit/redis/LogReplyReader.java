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

import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Outcome;
import dev.ratelimit.algorithm.MarkCount;
import dev.ratelimit.algorithm.Ruling;
import dev.ratelimit.algorithm.SlidingWindowLog;

/**
 * Reads the replies of the sliding window log's script.
 */
final class LogReplyReader implements ReplyReader {

	private final SlidingWindowLog log;

	private final int limits;

	LogReplyReader(SlidingWindowLog log, int limits) {
		this.log = log;
		this.limits = limits;
	}

	@Override
	public Ruling acquired(ScriptReply reply, String key, long permits, int index) {
		long first = reply.number(0);
		long newest = reply.number(1);
		if (permits == 0) {
			return this.log.standing(counts(reply, 2, 0), newest, reply.now(), 1, Outcome.ALLOWED);
		}
		if (index >= reply.granted()) {
			return this.log.standing(counts(reply, 2, 0), newest, reply.now(), permits, Outcome.REJECTED);
		}
		long later = (reply.granted() - 1 - index) * permits;
		return this.log.granted(counts(reply, 2, later), reply.now(), first + index * permits, permits);
	}

	@Override
	public Ruling charged(ScriptReply reply) {
		long taken = reply.number(0);
		long first = reply.number(1);
		long newest = reply.number(2);
		return this.log.charged(counts(reply, 3, 0), newest, reply.now(), first, taken);
	}

	private List<MarkCount> counts(ScriptReply reply, int from, long later) {
		List<MarkCount> counts = new ArrayList<>(this.limits);
		for (int i = from; i + 1 < reply.size(); i += 2) {
			counts.add(new MarkCount(reply.number(i) - later, reply.number(i + 1)));
		}
		return counts;
	}

	@Override
	public long phase(int limit, String key) {
		return 0;
	}

}
