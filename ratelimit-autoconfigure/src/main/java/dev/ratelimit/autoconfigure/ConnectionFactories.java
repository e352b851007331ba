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

package dev.ratelimit.autoconfigure;

import java.util.List;

import dev.ratelimit.redis.RedisStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Chooses among the application's connections to Redis.
 */
final class ConnectionFactories {

	private ConnectionFactories() {
	}

	/**
	 * Choose the connection factory.
	 * @param beanFactory where they are
	 * @param name name of the bean to use; needed only if there are several
	 * @return the named one, else the only or primary one
	 * @throws RateLimitConfigurationException if there is none, no telling which, or it
	 * is of a client that is not supported
	 */
	static RedisConnectionFactory choose(ListableBeanFactory beanFactory, @Nullable String name) {
		RedisConnectionFactory chosen = find(beanFactory, name);
		if (!RedisStore.supports(chosen)) {
			throw StoreProblems.otherClient(chosen.getClass().getName());
		}
		return chosen;
	}

	private static RedisConnectionFactory find(ListableBeanFactory beanFactory, @Nullable String name) {
		List<String> names = List.of(beanFactory.getBeanNamesForType(RedisConnectionFactory.class));
		if (name != null) {
			if (!names.contains(name)) {
				throw StoreProblems.noSuchConnectionFactory(name, names);
			}
			return beanFactory.getBean(name, RedisConnectionFactory.class);
		}
		RedisConnectionFactory factory = beanFactory.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (factory != null) {
			return factory;
		}
		if (names.isEmpty()) {
			throw StoreProblems.noRedis();
		}
		throw StoreProblems.severalConnectionFactories(names);
	}

}
