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
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Tells which methods a proxy cannot limit.
 */
final class MethodChecks {

	private MethodChecks() {
	}

	/**
	 * Whether no proxy can stand in front of a type. Those that are made at run time are
	 * final too, and are proxied by their interfaces.
	 */
	static boolean isFinal(Class<?> type) {
		return Modifier.isFinal(type.getModifiers()) && !Proxy.isProxyClass(type) && !type.isHidden();
	}

	/**
	 * Why calls of a method would not be limited.
	 * @param method the method
	 * @param type the type of the bean
	 * @param interfaces what the bean's proxy implements, if it implements interfaces
	 * rather than extending the class
	 * @return the remedy, absent if they are limited
	 */
	static @Nullable String remedy(Method method, Class<?> type, @Nullable List<Class<?>> interfaces) {
		int modifiers = method.getModifiers();
		if (Modifier.isPrivate(modifiers)) {
			return "a private method cannot be limited, nobody calls it from outside; make it public and call it through the bean";
		}
		if (Modifier.isStatic(modifiers)) {
			return "a static method cannot be limited, it does not belong to a bean; remove static";
		}
		if (interfaces != null) {
			return isVisible(method, type, interfaces) ? null
					: "the bean is known by its interfaces alone, and none of them has this method; add it to one, or remove spring.aop.proxy-target-class=false";
		}
		if (Modifier.isFinal(modifiers)) {
			return "a final method cannot be limited, no proxy can stand in front of it; remove final";
		}
		boolean packagePrivate = !Modifier.isPublic(modifiers) && !Modifier.isProtected(modifiers);
		if (packagePrivate && !method.getDeclaringClass().getPackageName().equals(type.getPackageName())) {
			return "a method without modifier cannot be limited from another package; make it protected or public";
		}
		return null;
	}

	private static boolean isVisible(Method method, Class<?> type, List<Class<?>> interfaces) {
		return interfaces.stream()
			.flatMap((each) -> Arrays.stream(each.getMethods()))
			.anyMatch((declared) -> Declarations.specific(declared, type).equals(method));
	}

}
