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

import dev.ratelimit.overload.DelayFilter;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Jitter;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.web.ApplicationCors;
import dev.ratelimit.web.CorsHeaders;
import dev.ratelimit.web.LimitedResponse;
import dev.ratelimit.web.RateLimitFilter;
import dev.ratelimit.web.RequestAsks;
import dev.ratelimit.web.RequestPass;
import dev.ratelimit.web.RequestPaths;
import jakarta.servlet.DispatcherType;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Puts together the filters and their places in the chain.
 */
final class Filters {

	/** Where Spring Boot puts Spring Security unless said otherwise. */
	private static final int SECURITY_ORDER = -100;

	private Filters() {
	}

	static RequestPass pass(Entrance entrance, RequestRoutes routes, RequestAsks asks, Pass pass,
			Environment environment) {
		RequestPaths paths = new RequestPaths(environment.getProperty("spring.mvc.servlet.path", "/"));
		return new RequestPass(entrance, () -> routes.at(entrance), paths, asks, pass);
	}

	static LimitedResponse responses(RateLimitProperties properties, ListableBeanFactory beanFactory) {
		return new LimitedResponse(properties.response().headers(),
				new Jitter(properties.response().jitter(), InstantSource.system()),
				new CorsHeaders(new ApplicationCors(beanFactory)));
	}

	/**
	 * Register a filter beside Spring Security, wherever that is, for the first dispatch
	 * of a request alone.
	 * @param offset -1 for right before Spring Security, 1 for right behind it
	 */
	static FilterRegistrationBean<RateLimitFilter> besideSecurity(RateLimitFilter filter, int offset,
			Environment environment) {
		int security = environment.getProperty("spring.security.filter.order", Integer.class, SECURITY_ORDER);
		FilterRegistrationBean<RateLimitFilter> registration = new FilterRegistrationBean<>(filter);
		registration.setOrder(security + offset);
		registration.setDispatcherTypes(DispatcherType.REQUEST);
		registration.setAsyncSupported(true);
		return registration;
	}

	/**
	 * Behind all other filters, and once more when a held request goes on. Order alone
	 * does not do it: filters of the application that name none stand at the very end
	 * too.
	 */
	static FilterRegistrationBean<DelayFilter> last(DelayFilter filter) {
		FilterRegistrationBean<DelayFilter> registration = new FilterRegistrationBean<>(filter);
		registration.setOrder(Ordered.LOWEST_PRECEDENCE);
		registration.setMatchAfter(true);
		registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
		registration.setAsyncSupported(true);
		return registration;
	}

}
