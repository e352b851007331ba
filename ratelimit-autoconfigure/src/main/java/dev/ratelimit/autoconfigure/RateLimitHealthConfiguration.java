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
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.actuate.RateLimitHealthIndicator;
import dev.ratelimit.limiter.StoreProbe;
import dev.ratelimit.limiter.StoreWatch;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Health of the store. In a class of its own, for Spring Boot's health has moved before.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
class RateLimitHealthConfiguration {

	/**
	 * Apart, for conditions of health can be asked only where there is health.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnEnabledHealthIndicator("ratelimit")
	static class EnabledConfiguration {

		@Bean
		@ConditionalOnMissingBean(name = "ratelimitHealthIndicator")
		RateLimitHealthIndicator ratelimitHealthIndicator(RateLimitStore store, StoreWatch watch,
				RateLimiterRegistry limiters) {
			StoreProbe probe = new StoreProbe(store, watch);
			return new RateLimitHealthIndicator(() -> {
				probe.ask();
				return StoreDescriptors.of(store, watch);
			}, limiters);
		}

	}

}
