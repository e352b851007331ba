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

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import dev.ratelimit.annotation.AnnotatedMethods;
import dev.ratelimit.autoconfigure.RateLimitProperties.Store;
import dev.ratelimit.key.KeyKind;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.RulesReading;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * Says once at start-up what is limited, and what is probably not meant.
 */
final class StartupReport implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(StartupReport.class);

	private static final Set<KeyKind> SECRETS = EnumSet.of(KeyKind.HEADER, KeyKind.COOKIE, KeyKind.CLAIM);

	private final RateLimitProperties properties;

	private final RateLimitRules rules;

	private final ObjectProvider<AnnotatedMethods> methods;

	private final Environment environment;

	StartupReport(RateLimitProperties properties, RateLimitRules rules, ObjectProvider<AnnotatedMethods> methods,
			Environment environment) {
		this.properties = properties;
		this.rules = rules;
		this.methods = methods;
		this.environment = environment;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!this.properties.enabled()) {
			logger.info("Rate limiting is off: ratelimit.enabled is false");
			return;
		}
		RulesReading reading = RulesFactory.read(this.properties);
		LimitsInUse inUse = LimitsInUse.of(this.rules, this.methods.getIfAvailable());
		inUse.unusedPolicies().forEach(StartupReport::warnOfUnused);
		reading.warnings().forEach(logger::warn);
		reading.hints().forEach(logger::info);
		if (this.properties.keySecret() == null && inUse.hasKeyOf(SECRETS)) {
			logger.info(
					"ratelimit.key-secret is not set: API keys, cookies and tokens are hashed with the prefix, so that "
							+ "whoever reads the store can check guesses");
		}
		if (this.properties.store() == Store.REDIS && this.properties.prefix() == null
				&& !StorePrefix.isApplicationNamed(this.environment)) {
			logger.warn(
					("Neither ratelimit.prefix nor spring.application.name is set: all such applications on one Redis "
							+ "share the limits under '%s'")
						.formatted(StorePrefix.of(this.properties, this.environment)));
		}
		logger.info("Rate limiting: %s, %s, %s, store %s, failure mode %s".formatted(
				count(inUse.policies().size(), "policy", "policies"),
				count(this.rules.routes().size(), "route", "routes"),
				count(inUse.methods().size(), "method", "methods"), lower(this.properties.store()), failureMode()));
	}

	private static void warnOfUnused(String policy) {
		logger.warn(("ratelimit.policies.%s: no route and no method names this policy, so it limits nothing, "
				+ "unless code uses it through RateLimiterRegistry")
			.formatted(policy));
	}

	private String failureMode() {
		String others = this.rules.policies()
			.values()
			.stream()
			.filter((rule) -> rule.policy().failureMode() != this.properties.failureMode())
			.map((rule) -> rule.name() + ": " + lower(rule.policy().failureMode()))
			.collect(Collectors.joining(", ", " (", ")"));
		return lower(this.properties.failureMode()) + ((others.length() > " ()".length()) ? others : "");
	}

	private static String count(int count, String one, String many) {
		return count + " " + ((count == 1) ? one : many);
	}

	private static String lower(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

}
