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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Phase;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.key.MissingKey;
import org.jspecify.annotations.Nullable;

/**
 * Definitions in a few words, for tests.
 */
final class Definitions {

	private final List<PolicyDefinition> policies = new ArrayList<>();

	private final List<RouteDefinition> routes = new ArrayList<>();

	PathCheck pathCheck = PathCheck.NONE;

	Definitions policy(String name, String limits, String... key) {
		return policy(new Policy(name).limits(limits).key(key));
	}

	Definitions policy(Policy policy) {
		this.policies.add(policy.build());
		return this;
	}

	Definitions route(String path, String... policies) {
		return route(new RouteDefinition(null, List.of(path), List.of(), List.of(), List.of(policies)));
	}

	Definitions route(RouteDefinition route) {
		this.routes.add(route);
		return this;
	}

	RulesReading read() {
		return new RulesReader("rl", this.pathCheck).read(this.policies, this.routes);
	}

	List<String> problems() {
		return read().problems().stream().map(RulesProblem::toString).toList();
	}

	static final class Policy {

		private final String name;

		private List<String> limits = List.of("100/1m");

		private List<String> key = List.of("ip");

		Algorithm algorithm = Algorithm.SLIDING_WINDOW_COUNTER;

		@Nullable Phase phase;

		@Nullable Long queue;

		@Nullable Duration maxWait;

		@Nullable WindowPhase windowPhase;

		boolean countRejected;

		@Nullable Duration minInterval;

		Policy(String name) {
			this.name = name;
		}

		Policy algorithm(Algorithm algorithm) {
			this.algorithm = algorithm;
			return this;
		}

		Policy limits(String... limits) {
			this.limits = Arrays.asList(limits);
			return this;
		}

		Policy key(String... key) {
			this.key = Arrays.asList(key);
			return this;
		}

		Policy phase(Phase phase) {
			this.phase = phase;
			return this;
		}

		PolicyDefinition build() {
			return new PolicyDefinition(this.name, this.algorithm, this.limits, this.key, MissingKey.FAIL,
					FailureMode.REJECT, this.phase, this.queue, this.maxWait, this.windowPhase, this.countRejected,
					this.minInterval);
		}

	}

}
