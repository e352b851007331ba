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

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;

/**
 * The names that expressions know the parameters of a method by. Immutable.
 */
final class Variables {

	/** The request, unless a parameter has that name. */
	static final String REQUEST = "request";

	private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

	private final Map<String, Integer> positions;

	private final Collection<String> parameters;

	private Variables(Map<String, Integer> positions, Collection<String> parameters) {
		this.positions = positions;
		this.parameters = parameters;
	}

	/**
	 * Collect the names.
	 * @param method the method
	 * @param annotated the method where the annotation stands, whose names go first: that
	 * of an interface may have others
	 */
	static Variables of(Method method, @Nullable Method annotated) {
		Map<String, Integer> named = new LinkedHashMap<>();
		addNames(method, named);
		if (annotated != null && !annotated.equals(method)) {
			addNames(annotated, named);
		}
		Map<String, Integer> positions = new LinkedHashMap<>();
		for (int i = 0; i < method.getParameterCount(); i++) {
			positions.put("p" + i, i);
			positions.put("a" + i, i);
		}
		positions.putAll(named);
		return new Variables(positions, named.keySet());
	}

	private static void addNames(Method method, Map<String, Integer> names) {
		@Nullable String[] discovered = NAMES.getParameterNames(method);
		for (int i = 0; discovered != null && i < discovered.length; i++) {
			String name = discovered[i];
			if (name != null) {
				names.put(name, i);
			}
		}
	}

	boolean isKnown(String name) {
		return this.positions.containsKey(name) || name.equals(REQUEST) || name.equals("root") || name.equals("this");
	}

	/**
	 * Whether a name is that of a parameter.
	 */
	boolean isParameter(String name) {
		return this.positions.containsKey(name);
	}

	/**
	 * Whether the method has parameters and nobody knows their names.
	 */
	boolean areNamesMissing() {
		return this.parameters.isEmpty() && !this.positions.isEmpty();
	}

	/**
	 * The parameters by name, for messages.
	 */
	Collection<String> parameters() {
		return this.parameters;
	}

	void bind(@Nullable Object[] arguments, EvaluationContext context) {
		this.positions.forEach((name, position) -> context.setVariable(name, arguments[position]));
	}

}
