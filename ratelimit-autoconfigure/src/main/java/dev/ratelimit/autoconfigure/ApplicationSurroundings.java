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
import java.util.Set;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.actuate.RateLimitDescriptor;
import dev.ratelimit.actuate.Surroundings;
import dev.ratelimit.annotation.AnnotatedMethod;
import dev.ratelimit.annotation.AnnotatedMethods;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.web.UncoveredEndpoints;
import dev.ratelimit.web.UnmatchedPatterns;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.HandlerMapping;

/**
 * What the endpoint shows besides the rules.
 */
final class ApplicationSurroundings implements Surroundings {

	private static final boolean MVC = ClassUtils.isPresent("org.springframework.web.servlet.HandlerMapping",
			ApplicationSurroundings.class.getClassLoader());

	private final RateLimitRules rules;

	private final RateLimitStore store;

	private final StoreWatch watch;

	private final ListableBeanFactory beanFactory;

	ApplicationSurroundings(RateLimitRules rules, RateLimitStore store, StoreWatch watch,
			ListableBeanFactory beanFactory) {
		this.rules = rules;
		this.store = store;
		this.watch = watch;
		this.beanFactory = beanFactory;
	}

	@Override
	public RateLimitDescriptor.Store store() {
		return StoreDescriptors.of(this.store, this.watch);
	}

	@Override
	public List<RateLimitDescriptor.Method> methods() {
		return this.beanFactory.getBeanProvider(AnnotatedMethods.class)
			.stream()
			.flatMap((methods) -> methods.all().stream())
			.map(ApplicationSurroundings::describe)
			.toList();
	}

	private static RateLimitDescriptor.Method describe(AnnotatedMethod method) {
		return new RateLimitDescriptor.Method(method.id(),
				method.limits()
					.stream()
					.map((limit) -> new RateLimitDescriptor.MethodLimit(limit.policy().name(), limit.key().toString()))
					.toList());
	}

	@Override
	public Set<String> unmatched() {
		return MVC ? Mvc.unmatched(this.rules, this.beanFactory) : Set.of();
	}

	@Override
	public List<String> uncovered() {
		return MVC ? Mvc.uncovered(this.rules, this.beanFactory) : List.of();
	}

	/**
	 * What needs Spring MVC.
	 */
	private static final class Mvc {

		static Set<String> unmatched(RateLimitRules rules, ListableBeanFactory beanFactory) {
			return UnmatchedPatterns.find(rules, mappings(beanFactory));
		}

		static List<String> uncovered(RateLimitRules rules, ListableBeanFactory beanFactory) {
			AnnotatedMethods methods = beanFactory.getBeanProvider(AnnotatedMethods.class).getIfAvailable();
			return UncoveredEndpoints.find(rules, mappings(beanFactory),
					(handler) -> methods != null && methods.isDeclared(handler.getMethod(), handler.getBeanType()));
		}

		private static List<HandlerMapping> mappings(ListableBeanFactory beanFactory) {
			return List.copyOf(beanFactory.getBeansOfType(HandlerMapping.class).values());
		}

	}

}
