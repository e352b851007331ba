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

package dev.ratelimit.annotation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PolicyName}.
 */
class PolicyNameTests {

	@ParameterizedTest
	@CsvSource({ "place, http-client2-place", "placeAll, http-client2-place-all", "toURLs, http-client2-to-ur-ls",
			"find_by_id, http-client2-find-by-id",
			"aNameThatIsLongerThanAnyPolicyMayHaveIndeed, http-client2-a-name-that-is-longer-than",
			"gr$e, http-client2-gr-e" })
	void methodIsNamedAfterItsClassAndItself(String method, String name) {
		assertThat(PolicyName.of(ReflectionUtils.findMethod(HTTPClient2.class, method))).isEqualTo(name)
			.hasSizeLessThanOrEqualTo(40)
			.matches("[a-z][a-z0-9-]*");
	}

	@ParameterizedTest
	@CsvSource({ "dev.ratelimit.annotation.PolicyNameTests$HTTPClient2, http-client2",
			"dev.ratelimit.annotation.PolicyNameTests, policy-name-tests",
			"dev.ratelimit.annotation.PolicyNameTests$_9, ''" })
	void typeIsNamedAfterItself(Class<?> type, String name) {
		assertThat(PolicyName.of(type)).isEqualTo(name);
	}

	interface HTTPClient2 {

		void place();

		void placeAll();

		void toURLs();

		void find_by_id();

		void aNameThatIsLongerThanAnyPolicyMayHaveIndeed();

		void gr$e();

	}

	interface _9 {

	}

}
