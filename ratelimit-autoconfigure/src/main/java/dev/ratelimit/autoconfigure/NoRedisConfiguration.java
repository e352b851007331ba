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

import dev.ratelimit.RateLimitStore;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Says what to do if Redis is the store but its client is not on the class path.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingClass("org.springframework.data.redis.connection.RedisConnectionFactory")
@ConditionalOnProperty(name = "ratelimit.store", havingValue = "redis", matchIfMissing = true)
class NoRedisConfiguration {

	@Bean
	@ConditionalOnMissingBean(RateLimitStore.class)
	RateLimitStore rateLimitStore(RateLimitProperties properties) {
		throw StoreProblems.noRedis();
	}

}
