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

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RateLimitRules}: instances with the same rules have the same version.
 */
class RateLimitRulesTests {

	private static final Route ROUTE = new Route("r", List.of("/a", "/b"), List.of(), Set.of("GET", "POST", "PUT"),
			List.of());

	@Test
	void equalRulesHaveOneVersionWhereverTheyWereRead() {
		PolicyRule one = rule(RateLimitPolicy.builder("one").limits("1/1m"));
		PolicyRule two = rule(RateLimitPolicy.builder("two").limits("2/1m"));
		RateLimitRules rules = rules(List.of(one, two), ROUTE);
		RateLimitRules reordered = rules(List.of(two, one),
				new Route("r", List.of("/a", "/b"), List.of(), Set.of("PUT", "POST", "GET"), List.of()));
		assertThat(reordered).isEqualTo(rules);
		assertThat(reordered.version()).isEqualTo(rules.version()).matches("[0-9a-f]{12}");
	}

	@Test
	void everyDifferenceMakesAnotherVersion() {
		Set<String> versions = new HashSet<>();
		List<RateLimitRules> all = List.of(rules(List.of(), ROUTE), of("counter", "9/1m"), of("other", "9/1m"),
				of("counter", "8/1m"), of("counter", "9/2m"),
				rules(List.of(rule(RateLimitPolicy.builder("counter").limits("9/1m", "99/1h"))), ROUTE),
				rules(List.of(rule(counter().failureMode(FailureMode.ALLOW))), ROUTE),
				rules(List.of(rule(counter().windowPhase(WindowPhase.ALIGNED))), ROUTE),
				rules(List.of(rule(counter().algorithm(Algorithm.FIXED_WINDOW))), ROUTE),
				rules(List.of(rule(counter().algorithm(Algorithm.TOKEN_BUCKET))), ROUTE),
				rules(List.of(rule(
						RateLimitPolicy.builder("counter").algorithm(Algorithm.TOKEN_BUCKET).limits("9/1m burst 10"))),
						ROUTE),
				rules(List.of(rule(log())), ROUTE), rules(List.of(rule(log().countRejected(true))), ROUTE),
				rules(List.of(rule(log().minInterval(Duration.ofSeconds(1)))), ROUTE),
				rules(List.of(rule(leaky())), ROUTE), rules(List.of(rule(leaky().queue(3))), ROUTE),
				rules(List.of(rule(leaky().maxWait(Duration.ofSeconds(1)))), ROUTE),
				rules(List.of(new PolicyRule(counter().build(), key("user"), MissingKey.FAIL, Phase.EDGE)), ROUTE),
				rules(List.of(new PolicyRule(counter().build(), key("ip"), MissingKey.SKIP, Phase.EDGE)), ROUTE),
				rules(List.of(new PolicyRule(counter().build(), key("ip"), MissingKey.FAIL, Phase.SERVICE)), ROUTE),
				rules(List.of(rule(counter())),
						new Route("x", List.of("/a", "/b"), List.of(), ROUTE.methods(), List.of())),
				rules(List.of(rule(counter())), new Route("r", List.of("/a"), List.of(), ROUTE.methods(), List.of())),
				rules(List.of(rule(counter())),
						new Route("r", ROUTE.paths(), List.of("/a/x"), ROUTE.methods(), List.of())),
				rules(List.of(rule(counter())), new Route("r", ROUTE.paths(), List.of(), Set.of(), List.of())),
				rules(List.of(rule(counter())),
						new Route("r", ROUTE.paths(), List.of(), ROUTE.methods(), List.of("counter"))));
		all.forEach((rules) -> assertThat(versions.add(rules.version())).as(rules.toString()).isTrue());
	}

	private static RateLimitRules of(String name, String limit) {
		return rules(List.of(rule(RateLimitPolicy.builder(name).limits(limit))), ROUTE);
	}

	private static RateLimitPolicy.Builder counter() {
		return RateLimitPolicy.builder("counter").limits("9/1m");
	}

	private static RateLimitPolicy.Builder log() {
		return counter().algorithm(Algorithm.SLIDING_WINDOW_LOG);
	}

	private static RateLimitPolicy.Builder leaky() {
		return counter().algorithm(Algorithm.LEAKY_BUCKET);
	}

	private static KeySpec key(String text) {
		return KeySpec.parse(List.of(text));
	}

	private static PolicyRule rule(RateLimitPolicy.Builder policy) {
		return new PolicyRule(policy.build(), key("ip"), MissingKey.FAIL, Phase.EDGE);
	}

	private static RateLimitRules rules(List<PolicyRule> policies, Route route) {
		Map<String, PolicyRule> named = new LinkedHashMap<>();
		policies.forEach((rule) -> named.put(rule.name(), rule));
		return new RateLimitRules(named, List.of(route));
	}

}
