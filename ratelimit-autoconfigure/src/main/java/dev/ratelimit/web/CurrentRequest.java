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

package dev.ratelimit.web;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import dev.ratelimit.key.KeyContext;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.PassHistory;
import dev.ratelimit.pass.Verdict;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The request that the current thread serves, for code that is called by its handler.
 * Thread-safe, for it looks at the current thread each time.
 *
 * @since 0.1.0
 */
public final class CurrentRequest {

	private static final String VARIABLES = "org.springframework.web.servlet.HandlerMapping.uriTemplateVariables";

	private static final boolean MVC = ClassUtils.isPresent("org.springframework.web.servlet.HandlerMapping",
			CurrentRequest.class.getClassLoader());

	private final RequestAsks asks;

	private final LimitedResponse responses;

	/**
	 * Create the view.
	 * @param asks reads what keys are made of
	 * @param responses tells the client
	 */
	public CurrentRequest(RequestAsks asks, LimitedResponse responses) {
		this.asks = asks;
		this.responses = responses;
	}

	/**
	 * The request itself.
	 * @return the request, absent if the thread serves none
	 */
	public @Nullable HttpServletRequest request() {
		return (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes)
				? attributes.getRequest() : null;
	}

	/**
	 * What the request offers to make keys of.
	 * @return its attributes, absent if the thread serves no request
	 */
	public @Nullable KeyContext keys() {
		HttpServletRequest request = request();
		return (request != null) ? this.asks.context(request, (name) -> variable(request, name)) : null;
	}

	private static @Nullable String variable(HttpServletRequest request, String name) {
		return (request.getAttribute(VARIABLES) instanceof Map<?, ?> variables
				&& variables.get(name) instanceof String value) ? value : null;
	}

	/**
	 * Whether a filter has already charged the request, and a method need not do so
	 * again: it is the request's own handler.
	 * @param method the method that is called
	 * @param policy name of the policy
	 * @param key whose limit
	 * @return {@code true} if the charge stands for the call as well
	 */
	public boolean isCharged(Method method, String policy, String key) {
		HttpServletRequest request = request();
		return MVC && request != null && Mvc.isHandler(request, method)
				&& RequestPass.history(request).hasCharged(policy, key);
	}

	/**
	 * The call of a method was permitted: tell the client, if it is not too late.
	 * @param asks what was asked
	 * @param verdict what it came to
	 */
	public void permitted(List<Ask> asks, Verdict verdict) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
			PassHistory history = RequestPass.history(attributes.getRequest());
			history.addCall(asks, verdict);
			HttpServletResponse response = attributes.getResponse();
			if (response != null) {
				this.responses.update(history, attributes.getRequest(), response);
			}
		}
	}

	/**
	 * The call of a method was refused, of which its caller decides what it means.
	 * @param asks what was asked
	 * @param verdict what it came to
	 */
	public void refused(List<Ask> asks, Verdict verdict) {
		HttpServletRequest request = request();
		if (request != null) {
			RequestPass.history(request).setAside(asks, verdict);
		}
	}

	/**
	 * What needs Spring MVC.
	 */
	private static final class Mvc {

		static boolean isHandler(HttpServletRequest request, Method method) {
			return request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) instanceof HandlerMethod handler
					&& handler.getMethod().getName().equals(method.getName())
					&& ClassUtils
						.getMostSpecificMethod(handler.getMethod(), ClassUtils.getUserClass(handler.getBeanType()))
						.equals(ClassUtils.getMostSpecificMethod(method,
								ClassUtils.getUserClass(handler.getBeanType())));
		}

	}

}
