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
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import dev.ratelimit.Algorithm;
import dev.ratelimit.testing.RedisServer;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Makes Redis stores whose clock or scripts a test decides on. Two connections serve them
 * all in turn, one of Lettuce and one of Jedis, so that two stores on one prefix are two
 * clients and every test of the stores is one of both.
 */
public final class RedisStores {

	/** Long enough that an exactness test never meets its deadline. */
	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static final AtomicInteger turn = new AtomicInteger();

	private RedisStores() {
	}

	public static RedisStore open(String prefix, @Nullable InstantSource clock) {
		return new RedisStore(Connections.next(), prefix, TIMEOUT, Script::of, clock);
	}

	/**
	 * A store that runs other scripts than the library's.
	 * @param scripts the text of the script of an algorithm
	 */
	public static RedisStore open(String prefix, @Nullable InstantSource clock, Function<Algorithm, String> scripts) {
		return new RedisStore(Connections.next(), prefix, TIMEOUT, (algorithm) -> new Script(scripts.apply(algorithm)),
				clock);
	}

	/**
	 * The library's script of an algorithm, all its parts.
	 */
	public static String script(Algorithm algorithm) {
		return Script.read(algorithm);
	}

	private static final class Connections {

		private static final RedisLink[] ALL = {
				open(new LettuceConnectionFactory("127.0.0.1", RedisServer.shared().port())),
				open(new JedisConnectionFactory(
						new RedisStandaloneConfiguration("127.0.0.1", RedisServer.shared().port()))) };

		private static RedisLink open(RedisConnectionFactory factory) {
			RedisLink link = new RedisLink(ScriptConnections.beside(factory, TIMEOUT));
			if (!link.awaitOpen(Duration.ofSeconds(10))) {
				throw new IllegalStateException("the shared Redis of the tests cannot be reached");
			}
			return link;
		}

		static RedisLink next() {
			return ALL[Math.floorMod(turn.getAndIncrement(), ALL.length)];
		}

	}

}
