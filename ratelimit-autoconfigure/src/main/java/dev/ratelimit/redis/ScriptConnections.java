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

import java.util.function.Supplier;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Makes connections with the client that the application uses.
 */
final class ScriptConnections {

	private static final boolean LETTUCE = ClassUtils.isPresent("io.lettuce.core.RedisClient",
			ScriptConnections.class.getClassLoader());

	private ScriptConnections() {
	}

	/**
	 * Connections beside an application's own.
	 * @param application the application's factory, which only tells the settings
	 * @return makes connections that are not open yet
	 * @throws IllegalArgumentException if it is of a client that is not supported
	 */
	static Supplier<ScriptConnection> beside(RedisConnectionFactory application) {
		if (LETTUCE && Lettuce.is(application)) {
			return Lettuce.beside(application);
		}
		throw new IllegalArgumentException(
				"the Redis store needs a LettuceConnectionFactory, not " + application.getClass().getName());
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

}
