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

package dev.ratelimit.web;

import java.util.List;

import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProblemJson}.
 */
class ProblemJsonTests {

	@Test
	void namesEveryPolicyThatRefused() {
		assertThat(write(List.of("a", "b"), 7L)).contains("\"policies\":[\"a\",\"b\"],\"retryAfter\":7}")
			.contains(" Retry after 7 s.");
	}

	@Test
	void hasNoRetryAfterWhereWaitingDoesNotHelp() {
		assertThat(write(List.of("a"), null)).endsWith("\"policies\":[\"a\"]}").doesNotContain("Retry after");
	}

	@Test
	void escapesWhatJsonDoesNotAllowInStrings() {
		assertThat(write(List.of("a\"\\\n\u0001\u001f/é"), null)).endsWith("[\"a\\\"\\\\\\u000a\\u0001\\u001f/é\"]}");
	}

	private static String write(List<String> policies, Long retryAfter) {
		return new String(ProblemJson.write(Problem.LIMIT_EXCEEDED, policies, retryAfter), UTF_8);
	}

}
