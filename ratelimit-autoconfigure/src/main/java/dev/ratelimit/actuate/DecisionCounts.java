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

package dev.ratelimit.actuate;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import dev.ratelimit.Outcome;
import dev.ratelimit.pass.Answer;
import dev.ratelimit.pass.PassEvent;
import dev.ratelimit.pass.PassListener;

/**
 * Counts the decisions of this instance since it started, by policy and outcome. What was
 * allowed and given back because another policy refused is not counted. Thread-safe.
 *
 * @since 0.1.0
 */
public final class DecisionCounts implements PassListener {

	private final Map<String, Map<Outcome, LongAdder>> counts = new ConcurrentHashMap<>();

	@Override
	public void onPass(PassEvent event) {
		for (Answer answer : event.verdict().answers()) {
			if (!answer.givenBack()) {
				adder(answer.ask().limiter().policy().name(), answer.decision().outcome()).increment();
			}
		}
	}

	/**
	 * How often a policy came to an outcome.
	 * @param policy name of the policy
	 * @param outcome the outcome
	 * @return the number of decisions
	 */
	public long count(String policy, Outcome outcome) {
		return adder(policy, outcome).sum();
	}

	private LongAdder adder(String policy, Outcome outcome) {
		Map<Outcome, LongAdder> outcomes = this.counts.get(policy);
		if (outcomes == null) {
			outcomes = this.counts.computeIfAbsent(policy, (name) -> newOutcomes());
		}
		LongAdder adder = outcomes.get(outcome);
		if (adder == null) {
			throw new IllegalStateException("no count of " + outcome);
		}
		return adder;
	}

	private static Map<Outcome, LongAdder> newOutcomes() {
		Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
		for (Outcome outcome : Outcome.values()) {
			outcomes.put(outcome, new LongAdder());
		}
		return outcomes;
	}

}
