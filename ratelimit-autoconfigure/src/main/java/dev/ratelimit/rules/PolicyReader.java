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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.key.KeyKind;
import dev.ratelimit.key.KeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Reads one policy.
 */
final class PolicyReader {

	/** What is known of a request before anybody has asked who sent it. */
	private static final Set<KeyKind> KNOWN_AT_THE_EDGE = EnumSet.of(KeyKind.IP, KeyKind.HEADER, KeyKind.COOKIE,
			KeyKind.HOST, KeyKind.PATH, KeyKind.GLOBAL);

	private static final Set<KeyKind> UNKNOWN_AT_THE_EDGE = EnumSet.of(KeyKind.USER, KeyKind.CLAIM);

	private static final Set<Algorithm> WINDOWS = EnumSet.of(Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW_COUNTER);

	/** Properties by whose name a complaint about a {@link RateLimitPolicy} may begin. */
	private static final List<String> BLAMED = List.of("name", "queue", "max-wait", "count-rejected", "min-interval");

	private final String property;

	private final List<RulesProblem> problems;

	PolicyReader(String property, List<RulesProblem> problems) {
		this.property = property;
		this.problems = problems;
	}

	@Nullable PolicyRule read(PolicyDefinition definition) {
		int before = this.problems.size();
		List<Limit> limits = limits(definition.limits());
		KeySpec key = key(definition.key());
		RateLimitPolicy policy = (this.problems.size() == before || !limits.isEmpty()) ? policy(definition, limits)
				: null;
		Phase phase = (key != null) ? phase(definition, key) : null;
		if (this.problems.size() > before || key == null || policy == null || phase == null) {
			return null;
		}
		return new PolicyRule(policy, key, definition.missingKey(), phase);
	}

	private List<Limit> limits(List<String> texts) {
		List<Limit> limits = new ArrayList<>();
		for (int i = 0; i < texts.size(); i++) {
			try {
				limits.add(Limit.parse(texts.get(i)));
			}
			catch (IllegalArgumentException ex) {
				problem((texts.size() > 1) ? "limits[" + i + "]" : "limits", texts.get(i), ex);
			}
		}
		return limits;
	}

	private @Nullable KeySpec key(List<String> texts) {
		try {
			// An empty value is no list at all to the binder.
			return KeySpec.parse(texts.isEmpty() ? List.of("") : texts);
		}
		catch (IllegalArgumentException ex) {
			problem("key", String.join(", ", texts), ex);
			return null;
		}
	}

	private @Nullable RateLimitPolicy policy(PolicyDefinition definition, List<Limit> limits) {
		RateLimitPolicy.Builder builder = RateLimitPolicy.builder(definition.name())
			.algorithm(definition.algorithm())
			.countRejected(definition.countRejected())
			.failureMode(definition.failureMode());
		limits.forEach(builder::limit);
		if (definition.queue() != null) {
			builder.queue(definition.queue());
		}
		if (definition.maxWait() != null) {
			builder.maxWait(definition.maxWait());
		}
		if (definition.minInterval() != null) {
			builder.minInterval(definition.minInterval());
		}
		if (definition.windowPhase() != null) {
			builder.windowPhase(definition.windowPhase());
			if (!WINDOWS.contains(definition.algorithm())) {
				this.problems
					.add(new RulesProblem(this.property + ".window-phase", RulesReader.kebab(definition.windowPhase()),
							"window-phase has a meaning only for fixed-window and sliding-window-counter, remove it"));
			}
		}
		List<String> complaints = builder.problems();
		complaints.forEach((complaint) -> problem(definition, complaint));
		return complaints.isEmpty() ? builder.build() : null;
	}

	private void problem(PolicyDefinition definition, String complaint) {
		String blamed = BLAMED.stream().filter((name) -> complaint.startsWith(name + " ")).findFirst().orElse("limits");
		String property = blamed.equals("name") ? this.property : this.property + "." + blamed;
		String value = blamed.equals("limits") ? RulesReader.join(definition.limits()) : null;
		this.problems.add(new RulesProblem(property, value, complaint));
	}

	private @Nullable Phase phase(PolicyDefinition definition, KeySpec key) {
		if (definition.phase() == null) {
			return key.allParts((part) -> KNOWN_AT_THE_EDGE.contains(part.kind())) ? Phase.EDGE : Phase.SERVICE;
		}
		if (definition.phase() == Phase.EDGE && !key.allParts((part) -> !UNKNOWN_AT_THE_EDGE.contains(part.kind()))) {
			this.problems.add(new RulesProblem(this.property + ".phase", "edge",
					"key '%s' needs to know the user, which nobody does before authentication; remove phase or use another key"
						.formatted(key)));
			return null;
		}
		if (definition.phase() == Phase.EDGE && definition.algorithm() == Algorithm.LEAKY_BUCKET) {
			this.problems.add(new RulesProblem(this.property + ".phase", "edge",
					"a leaky bucket delays requests, which belongs to no phase; remove phase or use another algorithm"));
			return null;
		}
		return definition.phase();
	}

	private void problem(String name, @Nullable String value, IllegalArgumentException ex) {
		this.problems.add(new RulesProblem(this.property + "." + name, value, String.valueOf(ex.getMessage())));
	}

}
