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

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.support.SimpleThreadScope;

import static dev.ratelimit.annotation.LimitedBeans.permitted;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans that come about in other ways than by their constructor.
 */
class ProxiedBeansTests {

	private final LimitedBeans beans = new LimitedBeans();

	@Test
	void beanThatAFactoryMakesOfAnInterfaceIsLimited() {
		this.beans.runner().withBean("repository", RepositoryFactory.class).run((context) -> {
			Repository repository = context.getBean(Repository.class);
			assertThat(permitted(5, repository::find)).isEqualTo(2);
			assertThat(repository.count()).isEqualTo("count");
			assertThat(context.getBean(AnnotatedMethods.class).all()).extracting(AnnotatedMethod::id)
				.containsExactly("Repository.find");
		});
	}

	@Test
	void lambdaIsLimitedByItsInterface() {
		this.beans.runner().withBean(Task.class, () -> () -> {
		}).run((context) -> assertThat(permitted(5, context.getBean(Task.class)::run)).isEqualTo(2));
	}

	@Test
	void beanOfAScopeIsChargedOnce() {
		this.beans.runner().withInitializer((context) -> {
			context.getBeanFactory().registerScope("thread", new SimpleThreadScope());
			RootBeanDefinition definition = new RootBeanDefinition(Service.class);
			definition.setScope("thread");
			BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
			BeanDefinitionHolder proxy = ScopedProxyUtils
				.createScopedProxy(new BeanDefinitionHolder(definition, "service"), registry, true);
			registry.registerBeanDefinition(proxy.getBeanName(), proxy.getBeanDefinition());
		}).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(permitted(5, context.getBean("service", Service.class)::call)).isEqualTo(2);
		});
	}

	@Test
	void beansThatNeedEachOtherAreLimited() {
		this.beans.runner()
			.withAllowCircularReferences(true)
			.withBean(Service.class)
			.withBean(Neighbour.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(permitted(5, context.getBean(Neighbour.class)::call)).isEqualTo(2);
			});
	}

	@Test
	void exemptMethodsAreDeclaredToo() {
		this.beans.runner().withBean(Service.class).run((context) -> {
			AnnotatedMethods methods = context.getBean(AnnotatedMethods.class);
			assertThat(methods.isDeclared(Service.class.getMethod("call"), Service.class)).isTrue();
			assertThat(methods.isDeclared(Service.class.getMethod("free"), Service.class)).isTrue();
			assertThat(methods.isDeclared(Service.class.getMethod("plain"), Service.class)).isFalse();
			assertThat(methods.isDeclared(Free.class.getMethod("inherited"), Free.class)).isTrue();
			assertThat(methods.isDeclared(Object.class.getMethod("wait"), Neighbour.class)).isFalse();
		});
	}

	@RateLimitExempt
	static class Free {

		public void inherited() {
		}

	}

	interface Repository {

		@RateLimited("two")
		String find();

		String count();

	}

	static class RepositoryFactory implements FactoryBean<Repository> {

		@Override
		public Repository getObject() {
			return (Repository) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Repository.class },
					(proxy, method, args) -> method.getName());
		}

		@Override
		public Class<?> getObjectType() {
			return Repository.class;
		}

	}

	interface Task {

		@RateLimited("two")
		void run();

	}

	static class Service {

		@Autowired(required = false)
		private Neighbour neighbour;

		@RateLimited("two")
		public void call() {
		}

		@RateLimitExempt
		public void free() {
		}

		public void plain() {
		}

		Neighbour neighbour() {
			return this.neighbour;
		}

	}

	static class Neighbour {

		private final AtomicReference<Service> service = new AtomicReference<>();

		@Autowired
		void setService(Service service) {
			this.service.set(service);
		}

		void call() {
			this.service.get().call();
		}

	}

}
