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

import java.util.Set;

import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.web.UnmatchedPatterns;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Says at start-up which patterns of routes no handler answers to.
 */
final class UnmatchedPatternsReport implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(UnmatchedPatternsReport.class);

	private final RateLimitRules rules;

	private final ObjectProvider<HandlerMapping> mappings;

	UnmatchedPatternsReport(RateLimitRules rules, ObjectProvider<HandlerMapping> mappings) {
		this.rules = rules;
		this.mappings = mappings;
	}

	@Override
	public void afterSingletonsInstantiated() {
		Set<String> unmatched = UnmatchedPatterns.find(this.rules, this.mappings.stream().toList());
		if (!unmatched.isEmpty()) {
			logger
				.warn("Routes have patterns that no handler of Spring MVC answers to, are they misspelt? " + unmatched);
		}
	}

}
