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

import java.io.IOException;
import java.io.UncheckedIOException;

import redis.embedded.RedisExecProvider;

/**
 * Where {@code redis-server} is. By default it comes out of
 * {@code org.signal:embedded-redis}, because then tests need nothing but a JDK. The
 * system property {@value #PROPERTY} or the environment variable {@value #VARIABLE} names
 * another, to run the same tests against other versions.
 */
final class RedisBinary {

	static final String PROPERTY = "ratelimit.test.redis-server";

	static final String VARIABLE = "RATELIMIT_TEST_REDIS_SERVER";

	static final String PATH = find();

	private RedisBinary() {
	}

	private static String find() {
		String named = System.getProperty(PROPERTY, System.getenv(VARIABLE));
		try {
			return (named != null) ? named : RedisExecProvider.defaultProvider().get().getPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
