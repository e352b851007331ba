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

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import dev.ratelimit.RateLimitedException;
import dev.ratelimit.pass.PassHistory;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers a refused call of a method exactly as the filters answer a refused request,
 * ahead of everything an application says about exceptions at large: a handler of
 * {@code Exception} would make a 500 of it. Only an {@code @ExceptionHandler} for
 * {@link RateLimitedException} itself goes first. Thread-safe.
 *
 * @since 0.1.0
 */
public final class RateLimitedExceptionResolver implements HandlerExceptionResolver, Ordered {

	private static final Log logger = LogFactory.getLog(RateLimitedExceptionResolver.class);

	private final LimitedResponse responses;

	private final SingletonSupplier<List<ControllerAdviceBean>> advice;

	private final Map<Class<?>, Boolean> ownAnswer = new ConcurrentHashMap<>();

	/**
	 * Create a resolver.
	 * @param responses tells the client
	 * @param context where controllers and their advice are
	 */
	public RateLimitedExceptionResolver(LimitedResponse responses, ApplicationContext context) {
		this.responses = responses;
		this.advice = SingletonSupplier.of(() -> ControllerAdviceBean.findAnnotatedBeans(context));
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception exception) {
		RateLimitedException refusal = refusal(exception);
		if (refusal == null || response.isCommitted() || isAnsweredByApplication(handler)) {
			return null;
		}
		PassHistory history = RequestPass.history(request);
		try {
			response.resetBuffer();
			if (history.refuse(refusal.decision())) {
				this.responses.refuse(history, request, response);
			}
			else {
				this.responses.refuse(refusal, history, request, response);
			}
		}
		catch (IOException ex) {
			logger.debug("The client left before it was told of a refusal", ex);
		}
		return new ModelAndView();
	}

	/**
	 * Asynchronous calls wrap what they failed with.
	 */
	private static @Nullable RateLimitedException refusal(Throwable exception) {
		for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
			if (cause instanceof RateLimitedException refusal) {
				return refusal;
			}
		}
		return null;
	}

	/**
	 * Whether a method of the controller, or of its advice, handles this exception by
	 * name: it then handles it in another way than any other exception.
	 */
	private boolean isAnsweredByApplication(@Nullable Object handler) {
		if (handler instanceof HandlerMethod method
				&& this.ownAnswer.computeIfAbsent(method.getBeanType(), RateLimitedExceptionResolver::handlesByName)) {
			return true;
		}
		Class<?> type = (handler instanceof HandlerMethod method) ? method.getBeanType() : null;
		return this.advice.obtain()
			.stream()
			.filter((advice) -> advice.isApplicableToBeanType(type))
			.map(ControllerAdviceBean::getBeanType)
			.anyMatch((advice) -> advice != null
					&& this.ownAnswer.computeIfAbsent(advice, RateLimitedExceptionResolver::handlesByName));
	}

	private static boolean handlesByName(Class<?> type) {
		ExceptionHandlerMethodResolver methods = new ExceptionHandlerMethodResolver(ClassUtils.getUserClass(type));
		return !Objects.equals(methods.resolveMethodByExceptionType(RateLimitedException.class),
				methods.resolveMethodByExceptionType(RuntimeException.class));
	}

}
