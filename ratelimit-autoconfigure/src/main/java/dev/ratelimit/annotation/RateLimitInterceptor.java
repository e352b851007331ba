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

import java.util.Objects;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * Limits calls of annotated methods. Thread-safe.
 */
final class RateLimitInterceptor implements MethodInterceptor {

	private final AnnotatedMethods methods;

	private final SingletonSupplier<LimitedCalls> calls;

	RateLimitInterceptor(AnnotatedMethods methods, Supplier<LimitedCalls> calls) {
		this.methods = methods;
		this.calls = SingletonSupplier.of(calls);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = Objects.requireNonNull(invocation.getThis(), "a bean has a target");
		Operation operation = this.methods.operation(invocation.getMethod(), target.getClass());
		return (operation != null) ? this.calls.obtain().invoke(operation, target, invocation) : invocation.proceed();
	}

}
