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

import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link KeyHasher}.
 */
class KeyHasherTests {

	@Test
	void hashIsHmacSha256InUrlSafeBase64() {
		// RFC 4231, test case 2
		assertThat(new KeyHasher("Jefe").hash("what do ya want for nothing?"))
			.isEqualTo(base64("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
	}

	@Test
	void anotherSecretMakesAnotherHash() {
		assertThat(new KeyHasher("a").hash("x")).isNotEqualTo(new KeyHasher("b").hash("x"));
	}

	@Test
	void emptySecretIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new KeyHasher(""));
	}

	@Test
	void manyThreadsHashAlike() {
		KeyHasher hasher = new KeyHasher("secret");
		String expected = hasher.hash("x");
		assertThat(IntStream.range(0, 2_000).parallel().mapToObj((i) -> hasher.hash("x")).collect(Collectors.toSet()))
			.containsExactly(expected);
	}

	private static String base64(String hex) {
		byte[] bytes = HexFormat.of().parseHex(hex);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
