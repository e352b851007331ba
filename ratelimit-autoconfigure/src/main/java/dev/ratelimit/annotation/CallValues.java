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

package dev.ratelimit.annotation;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.BeanResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * What expressions see of one call. Belongs to the thread of the call.
 */
final class CallValues {

	/**
	 * Shared, since it remembers how to read properties; a new one would look that up by
	 * reflection at every call.
	 */
	private static final PropertyAccessor PROPERTIES = new ReflectivePropertyAccessor();

	private final CallRoot root;

	private final @Nullable Object request;

	private final BeanResolver beans;

	private final Map<Variables, EvaluationContext> contexts = new HashMap<>(2);

	/**
	 * Create the view of a call.
	 * @param root the call
	 * @param request the request behind it, absent if there is none
	 * @param beans finds {@code @bean}
	 */
	CallValues(CallRoot root, @Nullable Object request, BeanResolver beans) {
		this.root = root;
		this.request = request;
		this.beans = beans;
	}

	@Nullable Object request() {
		return this.request;
	}

	@Nullable Object evaluate(CallExpression expression, Variables variables) {
		return expression.value(this.contexts.computeIfAbsent(variables, this::newContext));
	}

	private EvaluationContext newContext(Variables variables) {
		StandardEvaluationContext context = new StandardEvaluationContext(this.root);
		context.addPropertyAccessor(PROPERTIES);
		context.setBeanResolver(this.beans);
		if (this.request != null) {
			context.setVariable(Variables.REQUEST, this.request);
		}
		variables.bind(this.root.getArgs(), context);
		return context;
	}

}
