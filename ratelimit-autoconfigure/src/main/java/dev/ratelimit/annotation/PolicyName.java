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

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Locale;

/**
 * Names the policy of an annotation that has limits of its own after the place where it
 * stands.
 */
final class PolicyName {

	/** As long as the name of a policy may be. */
	private static final int MAX_LENGTH = 40;

	private PolicyName() {
	}

	/**
	 * The name.
	 * @param element a method or type
	 * @return for example {@code orders-place}; empty if nothing of the names can be used
	 */
	static String of(AnnotatedElement element) {
		String name = (element instanceof Method method)
				? simpleName(method.getDeclaringClass()) + "-" + method.getName() : simpleName((Class<?>) element);
		String kebab = name.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
			.replaceAll("([A-Z])([A-Z][a-z])", "$1-$2")
			.toLowerCase(Locale.ROOT)
			.replaceAll("[^a-z0-9]+", "-")
			.replaceAll("^[^a-z]+", "");
		return kebab.substring(0, Math.min(MAX_LENGTH, kebab.length())).replaceAll("-+$", "");
	}

	private static String simpleName(Class<?> type) {
		String name = type.getName();
		return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
	}

}
