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

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Looks at every bean, so that an annotation that limits nothing stops the application
 * rather than being overlooked. Everything that is wrong is said at once, when all beans
 * are there; a bean that is created later fails to be created. Thread-safe.
 *
 * @since 0.1.0
 */
public final class AnnotatedBeans implements BeanPostProcessor, SmartInitializingSingleton {

	private final AnnotatedMethods methods;

	private final CreatedBeans created;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Function<List<AnnotationProblem>, RuntimeException> refusal;

	private final Queue<Consumer<Problems>> early = new ConcurrentLinkedQueue<>();

	private volatile boolean started;

	/**
	 * Create the post-processor.
	 * @param methods knows the annotated methods
	 * @param created knows the beans that have some
	 * @param beanFactory where the beans are
	 * @param refusal makes the exception to throw when annotations cannot be used
	 */
	public AnnotatedBeans(AnnotatedMethods methods, CreatedBeans created, ConfigurableListableBeanFactory beanFactory,
			Function<List<AnnotationProblem>, RuntimeException> refusal) {
		this.methods = methods;
		this.created = created;
		this.beanFactory = beanFactory;
		this.refusal = refusal;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// The proxy of a scoped bean is not limited, but the bean behind it is.
		if (bean instanceof AopInfrastructureBean) {
			return bean;
		}
		AnnotatedBean annotated = AnnotatedBean.of(bean);
		if (this.methods.declared(annotated.type()).isEmpty()) {
			return bean;
		}
		boolean madeByFactory = isMadeByFactory(bean, beanName);
		Consumer<Problems> check = (problems) -> {
			annotated.check(this.methods, problems);
			if (madeByFactory) {
				annotated.checkGuard(beanName, this.methods, problems);
			}
		};
		if (this.started) {
			Problems problems = new Problems();
			check.accept(problems);
			throwIfAny(problems);
		}
		else {
			this.early.add(check);
		}
		return bean;
	}

	private boolean isMadeByFactory(Object bean, String beanName) {
		return !(bean instanceof FactoryBean) && this.beanFactory.containsBean(beanName)
				&& this.beanFactory.isFactoryBean(beanName);
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
		Problems problems = new Problems();
		for (Consumer<Problems> check = this.early.poll(); check != null; check = this.early.poll()) {
			check.accept(problems);
		}
		// Not before: where beans need each other in a circle, the proxy comes in late.
		for (String name : this.created.names()) {
			Object bean = this.beanFactory.getSingleton(name);
			if (bean != null && !(bean instanceof AopInfrastructureBean)) {
				AnnotatedBean.of(bean).checkGuard(name, this.methods, problems);
			}
		}
		throwIfAny(problems);
	}

	private void throwIfAny(Problems problems) {
		if (!problems.isEmpty()) {
			throw this.refusal.apply(problems.list());
		}
	}

}
