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

package dev.ratelimit.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.key.KeyKind;
import dev.ratelimit.key.KeyPart;

/**
 * Looks for what is allowed but hardly meant.
 */
final class RulesAdvice {

	/** From here on the memory of a log is worth a thought. */
	private static final long LARGE_LOG = 10_000;

	/** Below this the rounding of a sliding window counter can be felt. */
	private static final long SMALL_COUNTER = 10;

	/** What a client may set to anything it likes. */
	private static final Set<KeyKind> FREELY_CHOSEN = EnumSet.of(KeyKind.HEADER, KeyKind.COOKIE, KeyKind.PATH,
			KeyKind.HOST);

	private final String prefix;

	private final RateLimitRules rules;

	RulesAdvice(String prefix, RateLimitRules rules) {
		this.prefix = prefix;
		this.rules = rules;
	}

	List<String> warnings() {
		List<String> warnings = new ArrayList<>();
		this.rules.policies().values().forEach((rule) -> warnOfLargeLogs(rule, warnings));
		this.rules.routes().forEach((route) -> warnIfKeyIsFreelyChosen(route, warnings));
		this.rules.routes().forEach((route) -> warnOfMissingVariables(route, warnings));
		return warnings;
	}

	List<String> hints() {
		List<String> hints = new ArrayList<>();
		for (PolicyRule rule : this.rules.policies().values()) {
			for (Limit limit : rule.policy().limits()) {
				if (rule.policy().algorithm() == Algorithm.SLIDING_WINDOW_COUNTER && limit.permits() > 0
						&& limit.permits() < SMALL_COUNTER) {
					hints.add(
							"%s: a sliding-window-counter is stricter than written for so small a limit as %s; sliding-window-log is exact"
								.formatted(property(rule), limit));
				}
			}
		}
		return hints;
	}

	private void warnOfLargeLogs(PolicyRule rule, List<String> warnings) {
		for (Limit limit : rule.policy().limits()) {
			if (rule.policy().algorithm() == Algorithm.SLIDING_WINDOW_LOG && limit.permits() > LARGE_LOG) {
				warnings.add(
						"%s: a sliding-window-log of %s keeps up to %d marks for every caller; sliding-window-counter keeps two numbers"
							.formatted(property(rule), limit, limit.permits()));
			}
		}
	}

	private void warnIfKeyIsFreelyChosen(Route route, List<String> warnings) {
		Collection<PolicyRule> rules = this.rules.policies(route);
		// One such part is enough to escape, also where it falls back to the address or
		// is
		// joined with it: the client decides what it sends.
		if (rules.stream().anyMatch((rule) -> rule.key().allParts((part) -> !FREELY_CHOSEN.contains(part.kind())))) {
			return;
		}
		for (PolicyRule rule : rules) {
			warnings.add(
					"route '%s': clients may choose '%s' of policy '%s' freely and so escape the limit; add a policy with key ip"
						.formatted(route.id(), rule.key(), rule.name()));
		}
	}

	private void warnOfMissingVariables(Route route, List<String> warnings) {
		for (PolicyRule rule : this.rules.policies(route)) {
			for (KeyPart part : rule.key().alternatives().stream().flatMap(List::stream).toList()) {
				if (part.kind() == KeyKind.PATH && !hasVariable(route, part.argument())) {
					warnings.add("route '%s': no pattern has the variable {%s} that the key of policy '%s' asks for"
						.formatted(route.id(), part.argument(), rule.name()));
				}
			}
		}
	}

	private static boolean hasVariable(Route route, String name) {
		return route.paths()
			.stream()
			.anyMatch((path) -> path.contains("{" + name + "}") || path.contains("{" + name + ":")
					|| path.contains("{*" + name + "}"));
	}

	private String property(PolicyRule rule) {
		return this.prefix + ".policies." + rule.name();
	}

}
