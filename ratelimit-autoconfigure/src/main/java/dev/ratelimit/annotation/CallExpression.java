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

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * An expression about a call, parsed. Thread-safe.
 */
final class CallExpression {

	private static final SpelExpressionParser PARSER = new SpelExpressionParser();

	private final SpelExpression expression;

	private final ExpressionNames names;

	private CallExpression(SpelExpression expression) {
		this.expression = expression;
		this.names = ExpressionNames.of(expression.getAST());
	}

	/**
	 * Parse an expression.
	 * @throws IllegalArgumentException if it is none
	 */
	static CallExpression parse(String text) {
		try {
			return new CallExpression(PARSER.parseRaw(text));
		}
		catch (ParseException ex) {
			throw new IllegalArgumentException("is not an expression: " + ex.getSimpleMessage(), ex);
		}
	}

	/**
	 * What the expression names that does not exist.
	 * @return one sentence for each
	 */
	List<String> problems(Variables variables, BeanFactory beanFactory) {
		return this.names.problems(variables, beanFactory);
	}

	/**
	 * Whether the expression is about the request, and not about a parameter that is
	 * called so.
	 */
	boolean needsRequest(Variables variables) {
		return this.names.variables().contains(Variables.REQUEST) && !variables.isParameter(Variables.REQUEST);
	}

	@Nullable Object value(EvaluationContext context) {
		return this.expression.getValue(context);
	}

	@Override
	public String toString() {
		return this.expression.getExpressionString();
	}

}
