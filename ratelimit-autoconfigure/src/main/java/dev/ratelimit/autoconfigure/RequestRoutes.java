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

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.ratelimit.Phase;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import dev.ratelimit.rules.RulesProblem;
import dev.ratelimit.web.HealthPaths;
import dev.ratelimit.web.RouteIndex;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The routes of each filter, compiled when all beans are there: the filters are created
 * with the web server, long before Spring MVC's parser, which must read the patterns so
 * that they match what Spring MVC matches.
 */
final class RequestRoutes implements SmartInitializingSingleton {

	private static final String MVC_PARSER = "mvcPatternParser";

	private final RateLimitRules rules;

	private final ListableBeanFactory beanFactory;

	private final SingletonSupplier<Map<Entrance, RouteIndex>> indexes;

	RequestRoutes(RateLimitRules rules, RateLimiterRegistry limiters, Environment environment,
			ListableBeanFactory beanFactory) {
		this.rules = rules;
		this.beanFactory = beanFactory;
		this.indexes = SingletonSupplier.of(() -> compile(limiters, environment));
	}

	RouteIndex at(Entrance entrance) {
		RouteIndex index = this.indexes.obtain().get(entrance);
		if (index == null) {
			throw new IllegalArgumentException("routes do not apply at " + entrance);
		}
		return index;
	}

	@Override
	public void afterSingletonsInstantiated() {
		List<RulesProblem> problems = KeyBeans.problems(this.rules, this.beanFactory);
		if (!problems.isEmpty()) {
			throw new RateLimitConfigurationException(problems);
		}
		this.indexes.obtain();
	}

	private Map<Entrance, RouteIndex> compile(RateLimiterRegistry limiters, Environment environment) {
		PathPatternParser parser = this.beanFactory.containsBean(MVC_PARSER)
				? this.beanFactory.getBean(MVC_PARSER, PathPatternParser.class) : PathPatternParser.defaultInstance;
		HealthPaths healthPaths = HealthPaths.of(environment);
		Predicate<Route> loose = LooseRoutes.of(this.rules, environment, this.beanFactory);
		Map<Entrance, RouteIndex> indexes = new EnumMap<>(Entrance.class);
		for (Entrance entrance : List.of(Entrance.EDGE, Entrance.SERVICE, Entrance.QUEUE)) {
			indexes.put(entrance, RouteIndex.of(this.rules, (rule) -> entrance(rule) == entrance, limiters, parser,
					healthPaths, loose));
		}
		return indexes;
	}

	private static Entrance entrance(PolicyRule rule) {
		if (rule.delays()) {
			return Entrance.QUEUE;
		}
		return (rule.phase() == Phase.EDGE) ? Entrance.EDGE : Entrance.SERVICE;
	}

}
