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
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.springframework.util.ClassUtils;

/**
 * What methods are called in messages and meters.
 */
final class MethodText {

	private MethodText() {
	}

	/**
	 * In full, for example {@code com.acme.Orders.place(String)}.
	 */
	static String of(AnnotatedElement element) {
		return (element instanceof Method method) ? of(method, method.getDeclaringClass())
				: ((Class<?>) element).getName();
	}

	/**
	 * In full, as a method of a type that may have inherited it.
	 */
	static String of(Method method, Class<?> type) {
		return "%s.%s(%s)".formatted(named(method, type).getName(), method.getName(), parameters(method));
	}

	/**
	 * The types of the parameters.
	 */
	static String parameters(Method method) {
		return Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(", "));
	}

	/**
	 * In short, for example {@code Orders.place}.
	 */
	static String id(Method method, Class<?> type) {
		return ClassUtils.getShortName(named(method, type)).replaceAll(".*\\.", "") + "." + method.getName();
	}

	/**
	 * Classes that are made at run time have names that nobody knows.
	 */
	private static Class<?> named(Method method, Class<?> type) {
		return (Proxy.isProxyClass(type) || type.isHidden()) ? method.getDeclaringClass() : type;
	}

}
