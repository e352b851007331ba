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

package dev.ratelimit.key;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link KeyResolver}.
 */
class KeyResolverTests {

	private final KeyResolver resolver = new KeyResolver(new KeyHasher("secret"));

	@Test
	void firstAlternativeWithAllPartsIsTheKey() {
		KeySpec spec = KeySpec.parse(List.of("user + path:id", "user", "ip"));
		assertThat(resolve(spec, Map.of("user", "a", "path:id", "7"))).isEqualTo("user|a+path:id|7");
		assertThat(resolve(spec, Map.of("user", "a"))).isEqualTo("user|a");
		assertThat(resolve(spec, Map.of("ip", "192.0.2.1", "path:id", "7"))).isEqualTo("ip|192.0.2.1");
	}

	@Test
	void addressIsTheLastFallbackOfEveryKey() {
		KeySpec spec = KeySpec.parse(List.of("header:X-Api-Key", "#email"));
		assertThat(resolve(spec, Map.of("ip", "192.0.2.1"))).isEqualTo("ip|192.0.2.1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t\n" })
	void blankValuesCountAsAbsent(String blank) {
		KeySpec spec = KeySpec.parse(List.of("user"));
		assertThat(resolve(spec, Map.of("user", blank, "ip", "192.0.2.1"))).isEqualTo("ip|192.0.2.1");
	}

	@Test
	void userNamedLikeAnAddressIsNotThatAddress() {
		KeySpec spec = KeySpec.parse(List.of("user", "ip"));
		assertThat(resolve(spec, Map.of("user", "198.51.100.7")))
			.isNotEqualTo(resolve(spec, Map.of("ip", "198.51.100.7")));
	}

	@Test
	void globalKeyIsThePolicyAndAsksTheRequestNothing() {
		KeySpec spec = KeySpec.parse(List.of("global"));
		assertThat(resolve(spec, Map.of())).isEqualTo("global|export");
	}

	@Test
	void requestWithoutAnythingIsRefusedRatherThanShared() {
		KeySpec spec = KeySpec.parse(List.of("user"));
		assertThatIllegalStateException().isThrownBy(() -> resolve(spec, Map.of()))
			.withMessageContaining("'export'")
			.withMessageContaining("user");
	}

	private String resolve(KeySpec spec, Map<String, String> request) {
		return this.resolver.resolve(spec, "export", (part) -> request.get(part.toString()));
	}

}
