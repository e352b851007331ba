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

import java.time.InstantSource;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.limiter.ClockDrift;
import dev.ratelimit.limiter.LiveInstances;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StorePulse;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.redis.limiter.RedisHeartbeat;
import dev.ratelimit.rules.RateLimitRules;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Keeps what callers have used in Redis.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RedisConnectionFactory.class)
@ConditionalOnProperty(name = "ratelimit.store", havingValue = "redis", matchIfMissing = true)
class RedisStoreConfiguration {

	@Bean
	@ConditionalOnMissingBean(RateLimitStore.class)
	RedisStore rateLimitStore(RateLimitProperties properties, Environment environment,
			ListableBeanFactory beanFactory) {
		RedisConnectionFactory application = ConnectionFactories.choose(beanFactory,
				properties.redis().connectionFactory());
		return new RedisStore(application, StorePrefix.of(properties, environment), properties.timeout());
	}

	@Bean
	@ConditionalOnMissingBean
	ClockDrift rateLimitClockDrift(RateLimitProperties properties) {
		return new ClockDrift(InstantSource.system(), properties.redis().maxClockDrift());
	}

	/**
	 * Beats while there are limiters that depend on it, and tells that this instance goes
	 * before the store is closed.
	 */
	@Bean(initMethod = "start")
	@ConditionalOnBean(RedisStore.class)
	@ConditionalOnMissingBean
	StorePulse rateLimitStorePulse(RedisStore store, LiveInstances instances, ClockDrift drift, LocalShares shares,
			StoreWatch watch) {
		return new StorePulse(new RedisHeartbeat(store), instances, drift, shares, watch);
	}

	@Bean
	@ConditionalOnBean(RedisStore.class)
	StoreWarmUp rateLimitStoreWarmUp(RedisStore store, RateLimitRules rules, StoreWatch watch) {
		return new StoreWarmUp(store, rules, watch);
	}

}
