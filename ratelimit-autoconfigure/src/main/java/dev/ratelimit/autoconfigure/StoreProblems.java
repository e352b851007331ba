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

import dev.ratelimit.rules.RulesProblem;
import org.jspecify.annotations.Nullable;

/**
 * What may stand between the limiter and its store.
 */
final class StoreProblems {

	private StoreProblems() {
	}

	static RateLimitConfigurationException noRedis() {
		return problem("ratelimit.store", "redis",
				"there is no connection to Redis; add spring-boot-starter-data-redis and set spring.data.redis.*, or "
						+ "set ratelimit.store=memory to let each instance count for itself");
	}

	static RateLimitConfigurationException noSuchConnectionFactory(String name, List<String> names) {
		return problem("ratelimit.redis.connection-factory", name,
				"there is no RedisConnectionFactory bean of this name, there are " + names);
	}

	static RateLimitConfigurationException severalConnectionFactories(List<String> names) {
		return problem("ratelimit.redis.connection-factory", null,
				"there are several RedisConnectionFactory beans and none is primary, set this to one of " + names);
	}

	static RateLimitConfigurationException otherClient(String type) {
		return problem("ratelimit.redis.connection-factory", type,
				"only Lettuce and Jedis are supported; name a LettuceConnectionFactory or a JedisConnectionFactory bean");
	}

	private static RateLimitConfigurationException problem(String property, @Nullable String value, String remedy) {
		return new RateLimitConfigurationException(List.of(new RulesProblem(property, value, remedy)));
	}

}
