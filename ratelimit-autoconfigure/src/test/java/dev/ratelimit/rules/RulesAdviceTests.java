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

import dev.ratelimit.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RulesAdvice}.
 */
class RulesAdviceTests {

	@Test
	void nothingIsSaidOfSoundRules() {
		RulesReading reading = new Definitions().policy("p", "10/1m", "ip").route("/**", "p").read();
		assertThat(reading.warnings()).isEmpty();
		assertThat(reading.hints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "10000/1m, 0", "10001/1m, 1" })
	void largeLogIsMentioned(String limit, int warnings) {
		Definitions definitions = new Definitions()
			.policy(new Definitions.Policy("p").algorithm(Algorithm.SLIDING_WINDOW_LOG).limits(limit))
			.route("/**", "p");
		assertThat(definitions.read().warnings()).hasSize(warnings).allMatch((text) -> text.contains(limit));
	}

	@ParameterizedTest
	@CsvSource({ "SLIDING_WINDOW_COUNTER, 9/1m, 1", "SLIDING_WINDOW_COUNTER, 10/1m, 0",
			"SLIDING_WINDOW_COUNTER, 0/1m, 0", "FIXED_WINDOW, 9/1m, 0" })
	void logIsSuggestedForSmallCounters(Algorithm algorithm, String limit, int hints) {
		Definitions definitions = new Definitions()
			.policy(new Definitions.Policy("p").algorithm(algorithm).limits(limit))
			.route("/**", "p");
		assertThat(definitions.read().hints()).hasSize(hints).allMatch((text) -> text.contains("sliding-window-log"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "header:X-Api-Key", "cookie:id", "host + header:a", "header:a, cookie:b",
			"header:X-Api-Key, ip", "header:X-Api-Key + ip" })
	void keyThatClientsChooseFreelyIsMentioned(String key) {
		Definitions definitions = new Definitions().policy("p", "10/1m", key).route("/**", "p");
		assertThat(definitions.read().warnings()).singleElement()
			.asString()
			.contains("'p'", "add a policy with key ip");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ip", "global" })
	void keyThatClientsChooseFreelyIsFineBesideOneTheyCannot(String key) {
		Definitions definitions = new Definitions().policy("p", "10/1m", "header:a")
			.policy("q", "10/1m", key)
			.route("/**", "p", "q");
		assertThat(definitions.read().warnings()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "/users/{id}, 0", "/users/{id:\\d+}, 0", "/users/{*id}, 0", "/users/{idx}, 1" })
	void variableThatNoPatternHasIsMentioned(String path, int warnings) {
		Definitions definitions = new Definitions().policy("p", "10/1m", "ip + path:id")
			.policy("q", "10/1m", "ip")
			.route(path, "p", "q");
		assertThat(definitions.read().warnings()).hasSize(warnings).allMatch((text) -> text.contains("{id}"));
	}

}
