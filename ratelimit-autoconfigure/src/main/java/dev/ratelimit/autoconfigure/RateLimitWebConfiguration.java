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
import dev.ratelimit.annotation.CallerContext;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.overload.DelayFilter;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.web.CurrentRequest;
import dev.ratelimit.web.LimitedResponse;
import dev.ratelimit.web.RateLimitFilter;
import dev.ratelimit.web.RateLimitedExceptionResolver;
import dev.ratelimit.web.RequestAsks;
import dev.ratelimit.web.RequestExpressions;
import jakarta.servlet.Filter;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
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
	RequestRoutes rateLimitRequestRoutes(RateLimitRules rules, RateLimiterRegistry limiters, Environment environment,
			ListableBeanFactory beanFactory) {
		return new RequestRoutes(rules, limiters, environment, beanFactory);
	}

	@Bean
	@ConditionalOnMissingBean
	RequestAsks rateLimitRequestAsks(KeyResolver keys, ClientAddressResolver addresses, BeanFactory beanFactory) {
		return new RequestAsks(keys, addresses, new RequestExpressions(beanFactory));
	}

	@Bean
	@ConditionalOnMissingBean
	LimitedResponse rateLimitLimitedResponse(RateLimitProperties properties, ListableBeanFactory beanFactory) {
		return Filters.responses(properties, beanFactory);
	}

	@Bean
	@ConditionalOnMissingBean
	CurrentRequest rateLimitCurrentRequest(RequestAsks asks, LimitedResponse responses) {
		return new CurrentRequest(asks, responses);
	}

	@Bean
	@ConditionalOnMissingBean(CallerContext.class)
	RequestCaller rateLimitCallerContext(CurrentRequest request) {
		return new RequestCaller(request);
	}

	/**
	 * Before Spring Security. Primary, so that an application that wants it in a security
	 * filter chain as well need not know of the other one.
	 */
	@Bean
	@Primary
	@ConditionalOnMissingBean(name = "rateLimitFilter")
	RateLimitFilter rateLimitFilter(RequestRoutes routes, RequestAsks asks, Pass pass, LimitedResponse responses,
			Environment environment) {
		return new RateLimitFilter(Filters.pass(Entrance.EDGE, routes, asks, pass, environment), responses);
	}

	@Bean
	@ConditionalOnMissingBean(name = "rateLimitFilterRegistration")
	FilterRegistrationBean<RateLimitFilter> rateLimitFilterRegistration(
			@Qualifier("rateLimitFilter") RateLimitFilter filter, Environment environment) {
		return Filters.besideSecurity(filter, -1, environment);
	}

	/** Behind Spring Security. */
	@Bean
	@ConditionalOnMissingBean(name = "rateLimitServiceFilter")
	RateLimitFilter rateLimitServiceFilter(RequestRoutes routes, RequestAsks asks, Pass pass, LimitedResponse responses,
			Environment environment) {
		return new RateLimitFilter(Filters.pass(Entrance.SERVICE, routes, asks, pass, environment), responses);
	}

	@Bean
	@ConditionalOnMissingBean(name = "rateLimitServiceFilterRegistration")
	FilterRegistrationBean<RateLimitFilter> rateLimitServiceFilterRegistration(
			@Qualifier("rateLimitServiceFilter") RateLimitFilter filter, Environment environment) {
		return Filters.besideSecurity(filter, 1, environment);
	}

	@Bean
	@ConditionalOnMissingBean
	DelayFilter rateLimitDelayFilter(RequestRoutes routes, RequestAsks asks, Pass pass, LimitedResponse responses,
			WaitingRoom room, Environment environment) {
		return new DelayFilter(Filters.pass(Entrance.QUEUE, routes, asks, pass, environment), responses, room);
	}

	@Bean
	@ConditionalOnMissingBean(name = "rateLimitDelayFilterRegistration")
	FilterRegistrationBean<DelayFilter> rateLimitDelayFilterRegistration(DelayFilter filter) {
		return Filters.last(filter);
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

		@Bean
		@ConditionalOnMissingBean
		RateLimitedExceptionResolver rateLimitedExceptionResolver(LimitedResponse responses,
				ApplicationContext context) {
			return new RateLimitedExceptionResolver(responses, context);
		}

	}

}
