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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

import dev.ratelimit.RateLimitedException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A method that is called instead of one whose call was refused.
 *
 * @param method the method, accessible
 * @param wantsRefusal whether its last parameter is the refusal
 */
record Fallback(Method method, boolean wantsRefusal) {

	/**
	 * Find a fallback.
	 * @param name its name
	 * @param limited the method it stands in for
	 * @param type the type of the bean
	 * @throws IllegalArgumentException if there is none that can stand in
	 */
	static Fallback find(String name, Method limited, Class<?> type) {
		Class<?>[] same = limited.getParameterTypes();
		Class<?>[] more = Arrays.copyOf(same, same.length + 1);
		more[same.length] = RateLimitedException.class;
		Method method = ReflectionUtils.findMethod(type, name, more);
		boolean wantsRefusal = method != null;
		method = wantsRefusal ? method : ReflectionUtils.findMethod(type, name, same);
		if (method == null) {
			throw new IllegalArgumentException(
					"there is no method %s(%s), optionally with a RateLimitedException as last parameter"
						.formatted(name, MethodText.parameters(limited)));
		}
		if (method.equals(limited)) {
			throw new IllegalArgumentException("a method cannot be its own fallback");
		}
		if (!ClassUtils.isAssignable(limited.getReturnType(), method.getReturnType())) {
			throw new IllegalArgumentException("the fallback returns %s, it must return %s"
				.formatted(method.getReturnType().getSimpleName(), limited.getReturnType().getSimpleName()));
		}
		ReflectionUtils.makeAccessible(method);
		return new Fallback(method, wantsRefusal);
	}

	/**
	 * Call it.
	 * @param target the bean without its proxy
	 * @param arguments the arguments of the call that was refused
	 * @param refusal why
	 * @return what it returns
	 * @throws Throwable what it throws
	 */
	@Nullable Object invoke(Object target, @Nullable Object[] arguments, RateLimitedException refusal) throws Throwable {
		@Nullable Object[] all = arguments;
		if (this.wantsRefusal) {
			all = Arrays.copyOf(arguments, arguments.length + 1);
			all[arguments.length] = refusal;
		}
		try {
			return this.method.invoke(target, all);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
