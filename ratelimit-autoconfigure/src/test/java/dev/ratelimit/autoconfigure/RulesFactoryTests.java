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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Limit;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RulesFactory}.
 */
class RulesFactoryTests {

	@Test
	void everyPropertyOfPoliciesAndRoutesIsInTheRules() {
		RateLimitRules rules = RulesFactory.rules(Yaml.read("""
				ratelimit:
				  failure-mode: reject
				  policies:
				    log:
				      algorithm: sliding-window-log
				      limits: [5/1m, 20/1h]
				      key: ["#request.method", ip]
				      failure-mode: allow
				      phase: edge
				      count-rejected: true
				      min-interval: 3s
				    export:
				      algorithm: leaky-bucket
				      limits: 2/1s
				      key: global
				      queue: 10
				      max-wait: 2s
				    fixed:
				      algorithm: fixed-window
				      limits: 1000/h
				      window-phase: aligned
				  routes:
				    - id: users
				      paths: ["/u/{id}", /v]
				      exclude: /u/0
				      methods: post
				      policies: [log, fixed]
				""", Map.of()));
		RateLimitPolicy log = new RateLimitPolicy("log", Algorithm.SLIDING_WINDOW_LOG,
				List.of(Limit.parse("5/1m"), Limit.parse("20/1h")), 0, Duration.ZERO, WindowPhase.PER_KEY, true,
				Duration.ofSeconds(3), FailureMode.ALLOW);
		RateLimitPolicy export = new RateLimitPolicy("export", Algorithm.LEAKY_BUCKET, List.of(Limit.parse("2/1s")), 10,
				Duration.ofSeconds(2), WindowPhase.PER_KEY, false, null, FailureMode.REJECT);
		RateLimitPolicy fixed = new RateLimitPolicy("fixed", Algorithm.FIXED_WINDOW, List.of(Limit.parse("1000/1h")), 0,
				Duration.ZERO, WindowPhase.ALIGNED, false, null, FailureMode.REJECT);
		assertThat(rules.policies()).containsExactly(
				Map.entry("log",
						new PolicyRule(log, KeySpec.parse(List.of("#request.method", "ip")), MissingKey.FAIL,
								Phase.EDGE)),
				Map.entry("export",
						new PolicyRule(export, KeySpec.parse(List.of("global")), MissingKey.FAIL, Phase.EDGE)),
				Map.entry("fixed", new PolicyRule(fixed, KeySpec.parse(List.of("ip")), MissingKey.FAIL, Phase.EDGE)));
		assertThat(rules.routes()).containsExactly(
				new Route("users", List.of("/u/{id}", "/v"), List.of("/u/0"), Set.of("POST"), List.of("log", "fixed")));
	}

}
