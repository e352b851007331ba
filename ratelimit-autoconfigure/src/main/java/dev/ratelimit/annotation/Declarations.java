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
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds what is declared for the methods of a type. Every bean is asked about, so each
 * type is looked through once. Thread-safe.
 */
final class Declarations {

	private final Mentions mentions = new Mentions();

	private final Map<Class<?>, Map<Method, Declared>> types = new ConcurrentHashMap<>();

	/**
	 * All that is declared for a type.
	 * @param type the type
	 * @return the methods that are limited, or would be if they could
	 */
	Map<Method, Declared> of(Class<?> type) {
		return this.types.computeIfAbsent(ClassUtils.getUserClass(type), this::read);
	}

	/**
	 * What is declared for a method.
	 * @param method the method, perhaps as an interface declares it
	 * @param type the type of the bean
	 * @return its limits, absent if it has none
	 */
	@Nullable Declared of(Method method, Class<?> type) {
		Map<Method, Declared> methods = of(type);
		return methods.isEmpty() ? null : methods.get(specific(method, type));
	}

	/**
	 * Whether a method is said to have no limits.
	 */
	boolean isExempt(Method method, Class<?> type) {
		Class<?> userType = ClassUtils.getUserClass(type);
		if (!this.mentions.areIn(userType)) {
			return false;
		}
		Declared own = Declared.nearest(specific(method, userType), true);
		Declared nearest = (own != null) ? own : Declared.nearest(userType, false);
		return nearest != null && nearest.exempt();
	}

	/**
	 * A method as the class of the bean has it. Classes that are made at run time have no
	 * methods of their own to speak of.
	 */
	static Method specific(Method method, Class<?> type) {
		return Proxy.isProxyClass(type) ? method : AopUtils.getMostSpecificMethod(method, type);
	}

	private Map<Method, Declared> read(Class<?> type) {
		if (!this.mentions.areIn(type)) {
			return Map.of();
		}
		Declared ofType = Declared.nearest(type, false);
		Map<Method, Declared> methods = MethodIntrospector.selectMethods(type,
				(Method method) -> declared(method, ofType));
		return methods.isEmpty() ? Map.of() : methods;
	}

	private static @Nullable Declared declared(Method method, @Nullable Declared ofType) {
		Declared own = Declared.nearest(method, true);
		Declared declared = (own != null || isCoveredByType(method)) ? ((own != null) ? own : ofType) : null;
		return (declared != null && !declared.limits().isEmpty()) ? declared : null;
	}

	private static boolean isCoveredByType(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& !ReflectionUtils.isObjectMethod(method);
	}

}
