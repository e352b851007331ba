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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * The names an expression uses. SpEL takes a variable that does not exist for null: a
 * typo would make all callers one, and tell nobody.
 *
 * @param variables names after {@code #}
 * @param beans names after {@code @}
 * @param properties names of properties that the call itself would have to have
 */
record ExpressionNames(Set<String> variables, Set<String> beans, Set<String> properties) {

	static ExpressionNames of(SpelNode node) {
		ExpressionNames names = new ExpressionNames(new LinkedHashSet<>(), new LinkedHashSet<>(),
				new LinkedHashSet<>());
		names.collect(node, true, true);
		return names;
	}

	/**
	 * Go through a tree.
	 * @param node where to begin
	 * @param ofCall whether a property there is one of the call
	 * @param inCall whether an argument there is about the call, rather than about one of
	 * many elements
	 */
	private void collect(SpelNode node, boolean ofCall, boolean inCall) {
		if (node instanceof VariableReference || node instanceof FunctionReference) {
			this.variables.add(node.toStringAST().substring(1).replaceAll("\\(.*", ""));
		}
		else if (node instanceof BeanReference) {
			this.beans.add(node.toStringAST().replaceAll("[@&']", ""));
		}
		else if (node instanceof PropertyOrFieldReference property && ofCall) {
			this.properties.add(property.getName());
		}
		boolean elsewhere = node instanceof Projection || node instanceof Selection || node instanceof Indexer
				|| node instanceof InlineMap;
		boolean arguments = node instanceof MethodReference || node instanceof FunctionReference;
		for (int i = 0; i < node.getChildCount(); i++) {
			boolean inside = inCall && !elsewhere;
			collect(node.getChild(i), arguments ? inside : isOfCall(node, i, ofCall && inside), inside);
		}
	}

	private static boolean isOfCall(SpelNode parent, int child, boolean ofCall) {
		if (!(parent instanceof CompoundExpression) || child == 0) {
			return ofCall;
		}
		return ofCall && child == 1 && parent.getChild(0).toStringAST().equals("#root");
	}

	List<String> problems(Variables known, BeanFactory beanFactory) {
		List<String> problems = new ArrayList<>();
		for (String variable : this.variables) {
			if (!known.isKnown(variable)) {
				problems.add(known.areNamesMissing()
						? "the names of parameters are not in the class file: compile with -parameters, or write #p0 for the first one"
						: "there is no parameter '%s', there are %s".formatted(variable, known.parameters()));
			}
		}
		for (String bean : this.beans) {
			if (!beanFactory.containsBean(bean)) {
				problems.add("there is no bean '%s', check its name".formatted(bean));
			}
		}
		for (String property : this.properties) {
			if (!CallRoot.PROPERTIES.contains(property)) {
				problems.add(known.isKnown(property) ? "a parameter is written with a #, write #" + property
						: "a call has no '%s', it has %s, and parameters are written with a #".formatted(property,
								CallRoot.PROPERTIES));
			}
		}
		return problems;
	}

}
