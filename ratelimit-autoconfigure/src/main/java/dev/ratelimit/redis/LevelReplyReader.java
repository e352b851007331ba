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

import dev.ratelimit.Charge;
import dev.ratelimit.Outcome;
import dev.ratelimit.algorithm.Level;
import dev.ratelimit.algorithm.LevelAlgorithm;
import dev.ratelimit.algorithm.Ruling;

/**
 * Reads the replies of the scripts whose state has a fixed size.
 *
 * @param <L> the kind of level
 */
final class LevelReplyReader<L extends Level<L>> implements ReplyReader {

	private final LevelAlgorithm<L> algorithm;

	private final int limits;

	private final LevelFormat<L> format;

	LevelReplyReader(LevelAlgorithm<L> algorithm, int limits, LevelFormat<L> format) {
		this.algorithm = algorithm;
		this.limits = limits;
		this.format = format;
	}

	@Override
	public Ruling acquired(ScriptReply reply, String key, long permits, int index) {
		if (permits == 0) {
			return this.algorithm.standing(levels(reply, 0, 0), key, reply.now(), 1, Outcome.ALLOWED);
		}
		if (index >= reply.granted()) {
			return this.algorithm.standing(levels(reply, 0, 0), key, reply.now(), permits, Outcome.REJECTED);
		}
		long later = (reply.granted() - 1 - index) * permits;
		return this.algorithm.granted(levels(reply, 0, later), reply.now(), permits);
	}

	@Override
	public Ruling charged(ScriptReply reply) {
		List<L> levels = levels(reply, this.limits, 0);
		List<Charge.Place> places = new ArrayList<>(this.limits);
		for (int i = 0; i < this.limits; i++) {
			places.add(this.algorithm.place(i, levels.get(i), reply.number(i)));
		}
		return this.algorithm.charged(levels, reply.now(), places);
	}

	/**
	 * The levels of a reply, without what requests after the one in question took.
	 */
	private List<L> levels(ScriptReply reply, int from, long later) {
		List<L> levels = new ArrayList<>(this.limits);
		for (int i = from; i + this.format.width() <= reply.size(); i += this.format.width()) {
			L level = this.format.factory().create(reply, i);
			levels.add((later > 0) ? level.plus(-later) : level);
		}
		return levels;
	}

	@Override
	public long phase(int limit, String key) {
		return this.algorithm.phase(limit, key);
	}

}
