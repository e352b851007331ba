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
import dev.ratelimit.actuate.DecisionCounts;
import dev.ratelimit.actuate.RateLimitEndpoint;
import dev.ratelimit.actuate.RateLimitEndpointWebExtension;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyHasher;
import dev.ratelimit.key.KeyLookup;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.rules.RateLimitRules;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Endpoint {@code ratelimit}.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
class RateLimitEndpointConfiguration {

	/**
	 * Apart, for conditions of Actuator can be asked only where there is Actuator.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(RateLimitEndpoint.class)
	static class AvailableConfiguration {

		@Bean
		@ConditionalOnMissingBean
		DecisionCounts rateLimitDecisionCounts() {
			return new DecisionCounts();
		}

		@Bean
		@ConditionalOnMissingBean
		RateLimitEndpoint rateLimitEndpoint(RateLimitRules rules, RateLimiterRegistry limiters, DecisionCounts counts,
				KeyHasher hasher, ClientAddressResolver addresses, RateLimitStore store, StoreWatch watch,
				ListableBeanFactory beanFactory) {
			return new RateLimitEndpoint(rules, limiters, counts,
					new ApplicationSurroundings(rules, store, watch, beanFactory),
					new KeyLookup(hasher, addresses)::find);
		}

		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnBean(RateLimitEndpoint.class)
		RateLimitEndpointWebExtension rateLimitEndpointWebExtension(RateLimitEndpoint endpoint) {
			return new RateLimitEndpointWebExtension(endpoint);
		}

	}

}
