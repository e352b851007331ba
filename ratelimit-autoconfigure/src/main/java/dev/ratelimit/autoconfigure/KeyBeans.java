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

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.ratelimit.key.KeyPart;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.RulesProblem;

import org.springframework.beans.factory.BeanFactory;

/**
 * Looks for the beans that keys name: a misspelt one would make every request count by
 * its address, and tell so only at the first.
 */
final class KeyBeans {

	private static final Pattern BEAN = Pattern.compile("@([A-Za-z_$][A-Za-z0-9_$]*)");

	private KeyBeans() {
	}

	static List<RulesProblem> problems(RateLimitRules rules, BeanFactory beanFactory) {
		List<RulesProblem> problems = new ArrayList<>();
		for (PolicyRule rule : rules.policies().values()) {
			for (KeyPart part : rule.key().alternatives().stream().flatMap(List::stream).toList()) {
				Matcher bean = BEAN.matcher(part.argument());
				if (bean.lookingAt() && !beanFactory.containsBean(bean.group(1))) {
					problems.add(new RulesProblem("ratelimit.policies." + rule.name() + ".key", part.argument(),
							"there is no bean '%s', check its name".formatted(bean.group(1))));
				}
			}
		}
		return problems;
	}

}
