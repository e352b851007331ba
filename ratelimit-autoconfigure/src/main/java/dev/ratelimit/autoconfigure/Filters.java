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
import java.util.function.Supplier;

import dev.ratelimit.Phase;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.pass.Jitter;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.web.ApplicationCors;
import dev.ratelimit.web.CorsHeaders;
import dev.ratelimit.web.LimitedResponse;
import dev.ratelimit.web.RateLimitFilter;
import dev.ratelimit.web.RequestAsks;
import dev.ratelimit.web.RequestExpressions;
import dev.ratelimit.web.RequestPaths;
import dev.ratelimit.web.RouteIndex;
import jakarta.servlet.DispatcherType;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.env.Environment;

/**
 * Puts together the filter and its place in the chain.
 */
final class Filters {

	/** Where Spring Boot puts Spring Security unless said otherwise. */
	private static final int SECURITY_ORDER = -100;

	private Filters() {
	}

	static RateLimitFilter edge(Supplier<RouteIndex> routes, KeyResolver keys, ClientAddressResolver addresses,
			Pass pass, RateLimitProperties properties, Environment environment, ListableBeanFactory beanFactory) {
		RequestPaths paths = new RequestPaths(environment.getProperty("spring.mvc.servlet.path", "/"));
		RequestAsks asks = new RequestAsks(keys, addresses, new RequestExpressions(beanFactory));
		LimitedResponse responses = new LimitedResponse(properties.response().headers(),
				new Jitter(properties.response().jitter(), InstantSource.system()),
				new CorsHeaders(new ApplicationCors(beanFactory)));
		return new RateLimitFilter(Phase.EDGE, routes, paths, asks, pass, responses);
	}

	/**
	 * Right before Spring Security, wherever that is, and for the first dispatch of a
	 * request alone.
	 */
	static FilterRegistrationBean<RateLimitFilter> register(RateLimitFilter filter, Environment environment) {
		FilterRegistrationBean<RateLimitFilter> registration = new FilterRegistrationBean<>(filter);
		registration
			.setOrder(environment.getProperty("spring.security.filter.order", Integer.class, SECURITY_ORDER) - 1);
		registration.setDispatcherTypes(DispatcherType.REQUEST);
		registration.setAsyncSupported(true);
		return registration;
	}

}
