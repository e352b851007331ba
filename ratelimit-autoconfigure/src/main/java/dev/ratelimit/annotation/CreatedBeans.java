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

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Remembers which beans with limits the application has created, from so early on that it
 * sees those that come before there are proxies. Whoever is put in place ready-made, such
 * as the mocks of a test, is not among them. Thread-safe.
 *
 * @since 0.1.0
 */
public final class CreatedBeans implements BeanFactoryPostProcessor {

	private final AnnotatedMethods methods;

	private final Set<String> names = ConcurrentHashMap.newKeySet();

	/**
	 * Create the memory.
	 * @param methods knows the annotated methods
	 */
	public CreatedBeans(AnnotatedMethods methods) {
		this.methods = methods;
	}

	/**
	 * Post-processors that are beans are put to work only when all of them are there.
	 */
	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		beanFactory.addBeanPostProcessor(new BeanPostProcessor() {
			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				remember(bean, beanName);
				return bean;
			}
		});
	}

	private void remember(Object bean, String beanName) {
		if (!this.methods.declared(bean.getClass()).isEmpty()) {
			this.names.add(beanName);
		}
	}

	/**
	 * Names of the beans.
	 */
	Set<String> names() {
		return this.names;
	}

}
