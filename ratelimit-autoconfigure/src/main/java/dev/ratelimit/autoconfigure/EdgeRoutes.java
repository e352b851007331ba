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
import java.util.function.Supplier;

import dev.ratelimit.Phase;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.RulesProblem;
import dev.ratelimit.web.HealthPaths;
import dev.ratelimit.web.RouteIndex;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The routes of the edge, compiled when all beans are there: the filter is created with
 * the web server, long before Spring MVC's parser, which must read the patterns so that
 * they match what Spring MVC matches.
 */
final class EdgeRoutes implements Supplier<RouteIndex>, SmartInitializingSingleton {

	private static final String MVC_PARSER = "mvcPatternParser";

	private final RateLimitRules rules;

	private final ListableBeanFactory beanFactory;

	private final SingletonSupplier<RouteIndex> index;

	EdgeRoutes(RateLimitRules rules, RateLimiterRegistry limiters, Environment environment,
			ListableBeanFactory beanFactory) {
		this.rules = rules;
		this.beanFactory = beanFactory;
		this.index = SingletonSupplier.of(() -> RouteIndex.of(rules, Phase.EDGE, limiters, parser(beanFactory),
				HealthPaths.of(environment), LooseRoutes.of(rules, environment, beanFactory)));
	}

	@Override
	public RouteIndex get() {
		return this.index.obtain();
	}

	@Override
	public void afterSingletonsInstantiated() {
		List<RulesProblem> problems = KeyBeans.problems(this.rules, this.beanFactory);
		if (!problems.isEmpty()) {
			throw new RateLimitConfigurationException(problems);
		}
		this.index.obtain();
	}

	private static PathPatternParser parser(ListableBeanFactory beanFactory) {
		return beanFactory.containsBean(MVC_PARSER) ? beanFactory.getBean(MVC_PARSER, PathPatternParser.class)
				: PathPatternParser.defaultInstance;
	}

}
