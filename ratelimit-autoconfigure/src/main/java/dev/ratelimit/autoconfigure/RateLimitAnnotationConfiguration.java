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

import dev.ratelimit.annotation.AnnotatedBeans;
import dev.ratelimit.annotation.AnnotatedMethods;
import dev.ratelimit.annotation.CreatedBeans;
import dev.ratelimit.annotation.RateLimitAdvisor;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Limits the calls of annotated methods.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
@Import(ProxyCreatorRegistrar.class)
class RateLimitAnnotationConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static AnnotatedMethods rateLimitAnnotatedMethods(BeanFactory beanFactory) {
		return new AnnotatedMethods(() -> Annotations.settings(beanFactory));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static RateLimitAdvisor rateLimitAdvisor(AnnotatedMethods methods, BeanFactory beanFactory,
			Environment environment) {
		return new RateLimitAdvisor(methods, () -> Annotations.calls(beanFactory), Annotations.order(environment));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CreatedBeans rateLimitCreatedBeans(AnnotatedMethods methods) {
		return new CreatedBeans(methods);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static AnnotatedBeans rateLimitAnnotatedBeans(AnnotatedMethods methods, CreatedBeans created,
			ConfigurableListableBeanFactory beanFactory) {
		return new AnnotatedBeans(methods, created, beanFactory, Annotations::refusal);
	}

}
