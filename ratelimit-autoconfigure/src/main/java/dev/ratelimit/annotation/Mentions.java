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

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

/**
 * Tells at a glance which types have nothing to do with limits, which is nearly all of
 * the beans of an application: a type is looked through once for all that inherit from
 * it, and no annotation is made sense of twice. Thread-safe.
 */
final class Mentions {

	private final Map<Class<?>, Boolean> types = new ConcurrentHashMap<>();

	private final Map<Class<?>, Boolean> annotations = new ConcurrentHashMap<>();

	/**
	 * Whether a type, one of its super types or a method of any of these has one of the
	 * annotations.
	 */
	boolean areIn(Class<?> type) {
		Boolean known = this.types.get(type);
		if (known == null) {
			known = !type.getName().startsWith("java.") && (isIn(type) || isInherited(type));
			this.types.put(type, known);
		}
		return known;
	}

	private boolean isInherited(Class<?> type) {
		Class<?> superclass = type.getSuperclass();
		if (superclass != null && areIn(superclass)) {
			return true;
		}
		for (Class<?> each : type.getInterfaces()) {
			if (areIn(each)) {
				return true;
			}
		}
		return false;
	}

	private boolean isIn(Class<?> type) {
		if (isAmong(type.getDeclaredAnnotations())) {
			return true;
		}
		for (Method method : type.getDeclaredMethods()) {
			if (isAmong(method.getDeclaredAnnotations())) {
				return true;
			}
		}
		return false;
	}

	private boolean isAmong(Annotation[] annotations) {
		for (Annotation annotation : annotations) {
			if (this.annotations.computeIfAbsent(annotation.annotationType(), Mentions::isOneOfOurs)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isOneOfOurs(Class<?> annotation) {
		if (annotation == RateLimited.class || annotation == RateLimits.class || annotation == RateLimitExempt.class) {
			return true;
		}
		MergedAnnotations composed = MergedAnnotations.from(annotation);
		return composed.isPresent(RateLimited.class) || composed.isPresent(RateLimitExempt.class)
				|| isContainerOfOurs(annotation);
	}

	private static boolean isContainerOfOurs(Class<?> annotation) {
		Method value = ReflectionUtils.findMethod(annotation, "value");
		Class<?> contained = (value != null) ? value.getReturnType().getComponentType() : null;
		return contained != null && contained.isAnnotation() && isOneOfOurs(contained);
	}

}
