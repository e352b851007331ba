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
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/**
 * The class of a bean and how the bean is proxied. Does not hold the bean.
 *
 * @param type the class of the bean without its proxy
 * @param interfaces what its proxy implements, absent unless the proxy knows interfaces
 * alone
 * @param guarded whether the proxy applies limits
 */
record AnnotatedBean(Class<?> type, @Nullable List<Class<?>> interfaces, boolean guarded) {

	static AnnotatedBean of(Object bean) {
		Object innermost = bean;
		boolean guarded = false;
		while (innermost instanceof Advised advised) {
			guarded |= appliesLimits(advised);
			Object target = AopProxyUtils.getSingletonTarget(innermost);
			if (target == null) {
				return new AnnotatedBean(ClassUtils.getUserClass(AopUtils.getTargetClass(innermost)), interfaces(bean),
						guarded);
			}
			innermost = target;
		}
		// A proxy that does not let itself be looked into is trusted.
		return new AnnotatedBean(ClassUtils.getUserClass(innermost), interfaces(bean),
				guarded || AopUtils.isAopProxy(innermost));
	}

	private static boolean appliesLimits(Advised advised) {
		for (Advisor advisor : advised.getAdvisors()) {
			if (advisor instanceof RateLimitAdvisor) {
				return true;
			}
		}
		return false;
	}

	private static @Nullable List<Class<?>> interfaces(Object bean) {
		return AopUtils.isJdkDynamicProxy(bean) ? List.of(AopProxyUtils.proxiedUserInterfaces(bean)) : null;
	}

	/**
	 * Find what is wrong with its annotations.
	 */
	void check(AnnotatedMethods methods, Problems problems) {
		Map<Method, Declared> declared = methods.declared(this.type);
		if (!declared.isEmpty() && MethodChecks.isFinal(this.type)) {
			problems.add(this.type.getName(), null,
					"a final class cannot be limited, no proxy can stand in front of it; remove final, or make it a class if it is a record");
			return;
		}
		declared.forEach((method, limits) -> {
			String remedy = MethodChecks.remedy(method, this.type, this.interfaces);
			if (remedy == null) {
				problems.addAll(methods.problems(method, this.type));
			}
			else if (limits.ofMethod() || this.interfaces == null) {
				problems.add(MethodText.of(method, this.type), null, remedy);
			}
		});
	}

	/**
	 * Find out whether anything stands in front of it.
	 */
	void checkGuard(String name, AnnotatedMethods methods, Problems problems) {
		if (!this.guarded && !MethodChecks.isFinal(this.type) && !methods.declared(this.type).isEmpty()) {
			problems.add(this.type.getName(), name,
					"this bean has limits but no proxy that applies them: it was created before there were proxies, because a BeanPostProcessor needs it, or it is excluded from them; have it created later");
		}
	}

}
