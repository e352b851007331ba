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

import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.PassListener;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.web.RateLimitFilter;
import jakarta.servlet.Filter;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Limits the requests of a servlet application.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ Filter.class, FilterRegistrationBean.class, OncePerRequestFilter.class })
class RateLimitWebConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Pass rateLimitPass(ObjectProvider<PassListener> listeners) {
		return new Pass(listeners.orderedStream().toList());
	}

	@Bean
	@ConditionalOnMissingBean
	EdgeRoutes rateLimitEdgeRoutes(RateLimitRules rules, RateLimiterRegistry limiters, Environment environment,
			ListableBeanFactory beanFactory) {
		return new EdgeRoutes(rules, limiters, environment, beanFactory);
	}

	@Bean
	@ConditionalOnMissingBean
	RateLimitFilter rateLimitFilter(EdgeRoutes routes, KeyResolver keys, ClientAddressResolver addresses, Pass pass,
			RateLimitProperties properties, Environment environment, ListableBeanFactory beanFactory) {
		return Filters.edge(routes, keys, addresses, pass, properties, environment, beanFactory);
	}

	@Bean
	@ConditionalOnMissingBean(name = "rateLimitFilterRegistration")
	FilterRegistrationBean<RateLimitFilter> rateLimitFilterRegistration(RateLimitFilter filter,
			Environment environment) {
		return Filters.register(filter, environment);
	}

	/**
	 * What needs Spring MVC.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HandlerMapping.class)
	static class MvcConfiguration {

		@Bean
		UnmatchedPatternsReport rateLimitUnmatchedPatternsReport(RateLimitRules rules,
				ObjectProvider<HandlerMapping> mappings) {
			return new UnmatchedPatternsReport(rules, mappings);
		}

	}

}
