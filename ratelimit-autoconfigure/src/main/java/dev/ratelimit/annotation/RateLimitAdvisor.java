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
import java.util.function.Supplier;

import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;

/**
 * Puts limits in front of annotated methods. Found by the same creator of proxies that
 * serves transactions and caches, so that a bean has one proxy for all of them.
 *
 * @since 0.1.0
 */
public final class RateLimitAdvisor implements PointcutAdvisor, Ordered {

	private final Pointcut pointcut;

	private final RateLimitInterceptor interceptor;

	private final int order;

	/**
	 * Create the advisor.
	 * @param methods knows the annotated methods
	 * @param calls limits calls; asked for at the first one
	 * @param order place among the advisors of a bean, lower is further outside
	 */
	public RateLimitAdvisor(AnnotatedMethods methods, Supplier<LimitedCalls> calls, int order) {
		this.pointcut = new AnnotatedPointcut(methods);
		this.interceptor = new RateLimitInterceptor(methods, calls);
		this.order = order;
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.interceptor;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	/**
	 * The annotated methods. A final class cannot be proxied; it is left to the checks,
	 * whose message helps more.
	 */
	private static final class AnnotatedPointcut extends StaticMethodMatcherPointcut {

		private final AnnotatedMethods methods;

		AnnotatedPointcut(AnnotatedMethods methods) {
			this.methods = methods;
			setClassFilter((type) -> !MethodChecks.isFinal(type) && !methods.declared(type).isEmpty());
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.methods.isLimited(method, targetClass);
		}

	}

}
