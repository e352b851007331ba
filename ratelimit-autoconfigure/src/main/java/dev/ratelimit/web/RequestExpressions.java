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

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Evaluates the parts of a key that are written as SpEL: {@code @bean},
 * {@code @bean.method(#request)} or {@code #request.getParameter('x')}. The request is
 * the variable {@code #request}. A bean named alone is called if it is a {@link Function}
 * of the request or a {@link Supplier}.
 * <p>
 * An expression that fails is logged once and yields no value, so that the key falls back
 * to its next alternative. Expressions come from the configuration, never from a request,
 * and each is parsed once. Thread-safe.
 *
 * @since 0.1.0
 */
public final class RequestExpressions {

	private static final Log logger = LogFactory.getLog(RequestExpressions.class);

	private final SpelExpressionParser parser = new SpelExpressionParser();

	private final ReflectivePropertyAccessor properties = new ReflectivePropertyAccessor();

	private final Map<String, Expression> expressions = new ConcurrentHashMap<>();

	private final Set<String> failed = ConcurrentHashMap.newKeySet();

	private final BeanResolver beans;

	/**
	 * Create an evaluator.
	 * @param beanFactory where {@code @bean} is looked up
	 */
	public RequestExpressions(BeanFactory beanFactory) {
		this.beans = new BeanFactoryResolver(beanFactory);
	}

	/**
	 * Evaluate an expression.
	 * @param text the expression
	 * @param request the request it is about
	 * @return the value as text, absent if there is none or the expression fails
	 */
	@Nullable String evaluate(String text, HttpServletRequest request) {
		try {
			Expression expression = this.expressions.computeIfAbsent(text, this.parser::parseExpression);
			Object value = call(expression.getValue(context(request)), request);
			return (value != null) ? value.toString() : null;
		}
		catch (RuntimeException ex) {
			if (this.failed.add(text)) {
				logger.error("Key expression '" + text + "' failed and is skipped for this request and others like it;"
						+ " the next alternative of the key is used, by default the client's address", ex);
			}
			return null;
		}
	}

	private StandardEvaluationContext context(HttpServletRequest request) {
		StandardEvaluationContext context = new StandardEvaluationContext();
		// The accessor remembers how to read properties, which a new one would look up
		// by reflection at every request.
		context.addPropertyAccessor(this.properties);
		context.setBeanResolver(this.beans);
		context.setVariable("request", request);
		return context;
	}

	@SuppressWarnings("unchecked")
	private static @Nullable Object call(@Nullable Object value, HttpServletRequest request) {
		if (value instanceof Function<?, ?> function) {
			return ((Function<HttpServletRequest, Object>) function).apply(request);
		}
		return (value instanceof Supplier<?> supplier) ? supplier.get() : value;
	}

}
