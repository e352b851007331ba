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

package dev.ratelimit.autoconfigure;

import java.util.List;
import java.util.concurrent.Executor;

import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.annotation.AnnotatedMethodListener;
import dev.ratelimit.annotation.AnnotationProblem;
import dev.ratelimit.annotation.AnnotationSettings;
import dev.ratelimit.annotation.CallerContext;
import dev.ratelimit.annotation.LimitedCalls;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.RulesProblem;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Puts together what limits annotated methods. Proxies are needed before other beans, so
 * everything but their order is looked up when it is first used.
 */
final class Annotations {

	private static final String APPLICATION_EXECUTOR = "applicationTaskExecutor";

	private Annotations() {
	}

	/**
	 * The order of the advisor, read without creating the properties that early. A value
	 * that is no number stops the application later, with a better message.
	 */
	static int order(Environment environment) {
		try {
			return Binder.get(environment).bind("ratelimit.annotation.order", Integer.class).orElse(0);
		}
		catch (BindException ex) {
			return 0;
		}
	}

	static AnnotationSettings settings(BeanFactory beanFactory) {
		return new AnnotationSettings(new RulesPolicies(beanFactory.getBean(RateLimitRules.class)),
				beanFactory.getBean(RateLimiterRegistry.class),
				beanFactory.getBean(RateLimitProperties.class).failureMode(), beanFactory,
				beanFactory.getBeanProvider(AnnotatedMethodListener.class).orderedStream().toList(),
				Annotations::refusal);
	}

	static RuntimeException refusal(List<AnnotationProblem> problems) {
		return new RateLimitConfigurationException(problems.stream()
			.map((problem) -> new RulesProblem(problem.place(), problem.value(), problem.remedy()))
			.toList());
	}

	static LimitedCalls calls(BeanFactory beanFactory) {
		CallerContext caller = beanFactory.getBeanProvider(CallerContext.class)
			.getIfAvailable(() -> CallerContext.NONE);
		return new LimitedCalls(caller, beanFactory.getBean(KeyResolver.class), beanFactory.getBean(Pass.class),
				beanFactory.getBean(WaitingRoom.class), beanFactory, () -> executor(beanFactory));
	}

	private static Executor executor(BeanFactory beanFactory) {
		boolean there = beanFactory.containsBean(APPLICATION_EXECUTOR)
				&& beanFactory.isTypeMatch(APPLICATION_EXECUTOR, Executor.class);
		return there ? beanFactory.getBean(APPLICATION_EXECUTOR, Executor.class) : DelayedCallThreads.newExecutor();
	}

}
