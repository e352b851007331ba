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

package dev.ratelimit.redis.limiter;

import java.util.UUID;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.limiter.Heartbeat;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.redis.StoreScript;

/**
 * Keeps the instances that live in a sorted set, {@code <prefix>:instances}, by the
 * moment of their last beat. It expires when all of them are gone.
 *
 * @since 0.1.0
 */
public final class RedisHeartbeat implements Heartbeat {

	private static final String GONE_AFTER = Long.toString(TimeUnit.SECONDS.toMicros(GONE_AFTER_SECONDS));

	private final StoreScript script;

	private final String instance = UUID.randomUUID().toString();

	/**
	 * Create the heartbeat of this instance.
	 * @param store where the instances meet that share limits: those of one prefix
	 */
	public RedisHeartbeat(RedisStore store) {
		this.script = store.script("heartbeat", "instances");
	}

	@Override
	public Beat beat() {
		StoreScript.Reply reply = this.script.run("beat", this.instance, GONE_AFTER);
		return new Beat(Math.toIntExact(reply.number()), reply.now());
	}

	@Override
	public void leave() {
		this.script.run("leave", this.instance, GONE_AFTER);
	}

}
