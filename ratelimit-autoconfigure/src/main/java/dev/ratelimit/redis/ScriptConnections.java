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

import java.time.Duration;
import java.util.function.Supplier;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Makes connections with the client that the application uses.
 */
final class ScriptConnections {

	private static final boolean LETTUCE = isPresent("io.lettuce.core.RedisClient");

	private static final boolean JEDIS = isPresent("redis.clients.jedis.Jedis");

	private ScriptConnections() {
	}

	private static boolean isPresent(String client) {
		return ClassUtils.isPresent(client, ScriptConnections.class.getClassLoader());
	}

	/**
	 * Whether connections can be made beside an application's own.
	 * @param application the application's factory
	 */
	static boolean isSupported(RedisConnectionFactory application) {
		return (LETTUCE && Lettuce.is(application)) || (JEDIS && Jedis.is(application));
	}

	/**
	 * Connections beside an application's own.
	 * @param application the application's factory, which only tells the settings
	 * @param timeout how long callers wait for an answer
	 * @return makes connections that are not open yet
	 * @throws IllegalArgumentException if it is of a client that is not supported
	 */
	static Supplier<ScriptConnection> beside(RedisConnectionFactory application, Duration timeout) {
		if (LETTUCE && Lettuce.is(application)) {
			return Lettuce.beside(application);
		}
		if (JEDIS && Jedis.is(application)) {
			return Jedis.beside(application, timeout);
		}
		throw new IllegalArgumentException("the Redis store needs a LettuceConnectionFactory or a "
				+ "JedisConnectionFactory, not " + application.getClass().getName());
	}

	/** Loaded only where there is Lettuce. */
	private static final class Lettuce {

		static boolean is(RedisConnectionFactory application) {
			return application instanceof LettuceConnectionFactory;
		}

		static Supplier<ScriptConnection> beside(RedisConnectionFactory application) {
			return () -> new LettuceScriptConnection((LettuceConnectionFactory) application);
		}

	}

	/** Loaded only where there is Jedis. */
	private static final class Jedis {

		static boolean is(RedisConnectionFactory application) {
			return application instanceof JedisConnectionFactory;
		}

		static Supplier<ScriptConnection> beside(RedisConnectionFactory application, Duration timeout) {
			return () -> new JedisScriptConnection((JedisConnectionFactory) application, timeout);
		}

	}

}
