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

package dev.ratelimit.testing;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.redis.RedisStores;

/**
 * Stores on the shared Redis of the test run.
 */
public final class TestStores {

	private static final AtomicInteger number = new AtomicInteger();

	private TestStores() {
	}

	/**
	 * A store that nobody else uses.
	 */
	public static RateLimitStore redis(InstantSource clock) {
		return redis(clock, prefix());
	}

	/**
	 * A store that shares its state with all others of the prefix, over a connection of
	 * its own.
	 */
	public static RateLimitStore redis(InstantSource clock, String prefix) {
		return RedisStores.open(prefix, clock);
	}

	/**
	 * A store with other scripts.
	 * @param script the text of an algorithm's script
	 */
	public static RateLimitStore redis(InstantSource clock, Function<Algorithm, String> script) {
		return RedisStores.open(prefix(), clock, script);
	}

	/**
	 * A prefix that nobody else uses.
	 */
	public static String prefix() {
		return "test:" + number.incrementAndGet();
	}

}
