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
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.ExceptionHandler;
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

	private final Map<Answering, Boolean> ownAnswers = new ConcurrentHashMap<>();

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
		if (refusal == null || response.isCommitted() || isAnsweredByApplication(handler, exception)) {
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
	 * Asynchronous calls wrap what they failed with, and so do applications.
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
	 * Whether a method of the controller, or of its advice, handles the refusal by name,
	 * or what it is wrapped in.
	 */
	private boolean isAnsweredByApplication(@Nullable Object handler, Throwable exception) {
		Class<?> type = (handler instanceof HandlerMethod method) ? method.getBeanType() : null;
		List<Class<?>> answering = new ArrayList<>();
		if (type != null) {
			answering.add(type);
		}
		for (ControllerAdviceBean advice : this.advice.obtain()) {
			Class<?> adviceType = advice.getBeanType();
			if (adviceType != null && advice.isApplicableToBeanType(type)) {
				answering.add(adviceType);
			}
		}
		for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
			Class<? extends Throwable> named = cause.getClass();
			if (answering.stream().anyMatch((each) -> isAnsweredByName(each, named))) {
				return true;
			}
			if (cause instanceof RateLimitedException) {
				return false;
			}
		}
		return false;
	}

	private boolean isAnsweredByName(Class<?> type, Class<? extends Throwable> exception) {
		return this.ownAnswers.computeIfAbsent(new Answering(type, exception), Answering::isByName);
	}

	/**
	 * A type that may have methods for an exception.
	 *
	 * @param type the type of a controller or advice
	 * @param exception the exception
	 */
	private record Answering(Class<?> type, Class<? extends Throwable> exception) {

		/**
		 * Whether it handles the exception in another way than any other exception, or
		 * names it together with others.
		 */
		boolean isByName() {
			ExceptionHandlerMethodResolver methods = new ExceptionHandlerMethodResolver(
					ClassUtils.getUserClass(this.type));
			Class<? extends Throwable> any = RuntimeException.class.isAssignableFrom(this.exception)
					? RuntimeException.class : Exception.class;
			Method method = methods.resolveMethodByExceptionType(this.exception);
			return method != null && this.exception != any
					&& (!method.equals(methods.resolveMethodByExceptionType(any)) || isNamedBy(method));
		}

		private boolean isNamedBy(Method method) {
			ExceptionHandler handler = AnnotatedElementUtils.findMergedAnnotation(method, ExceptionHandler.class);
			return handler != null && List.of(handler.value()).contains(this.exception);
		}

	}

}
