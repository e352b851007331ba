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

package dev.ratelimit.redis;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What becomes of keys that programs choose, however odd. Cases B9 and B10.
 */
class StoreKeysTests {

	private static final RateLimitPolicy POLICY = RateLimitPolicy.builder("p").limits("1/1s").build();

	@Test
	void plainKeyIsReadable() {
		assertThat(text("ip|192.0.2.1")).isEqualTo("app:sw:p:{ip|192.0.2.1}");
	}

	@Test
	void b10OddKeysHaveOneHashTagOfOursAndSafeCharacters() {
		for (String key : List.of("{a}", "}{", "{}", "a\r\nDEL x", "\u0000", "", "x".repeat(7000), "ü", "#")) {
			String name = text(key);
			assertThat(name).matches("app:sw:p:\\{#[A-Za-z0-9_-]{43}}");
		}
	}

	@Test
	void longestNameHas160BytesAtMost() {
		RateLimitPolicy policy = RateLimitPolicy.builder("p".repeat(40))
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("1/1s")
			.build();
		assertThat(new StoreKeys("a".repeat(60), policy).of("k".repeat(48)).length).isLessThanOrEqualTo(160);
		assertThat(new StoreKeys("a".repeat(60), policy).of("k".repeat(49)).length).isLessThanOrEqualTo(160);
	}

	@Test
	void b10ManyClientsSpreadOverTheSlotsOfACluster() {
		Set<Integer> slots = new HashSet<>();
		for (int i = 0; i < 10_000; i++) {
			slots.add(SlotHash.getSlot(bytes("hdr:x-api-key|" + i)));
		}
		assertThat(slots).hasSizeGreaterThan(5000);
	}

	@Test
	void b9DifferentKeysHaveDifferentNames() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		String alphabet = "ab:{}%#\n|";
		Set<String> keys = new HashSet<>();
		Set<String> names = new HashSet<>();
		for (int i = 0; i < 100_000; i++) {
			StringBuilder key = new StringBuilder();
			for (int length = random.nextInt(60); length > 0; length--) {
				key.append(alphabet.charAt(random.nextInt(alphabet.length())));
			}
			keys.add(key.toString());
			names.add(text(key.toString()));
		}
		assertThat(names).as("seed %d", seed).hasSameSizeAs(keys);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "a b", "a{b", "ü", "a/b", "0123456789012345678901234567890123456789012345678901234567890" })
	void prefixOfOtherCharactersOrLengthIsRefused(String prefix) {
		assertThatIllegalArgumentException().isThrownBy(() -> new StoreKeys(prefix, POLICY))
			.withMessageContaining("prefix '" + prefix + "'");
	}

	private static byte[] bytes(String key) {
		return new StoreKeys("app", POLICY).of(key);
	}

	private static String text(String key) {
		return new String(bytes(key), StandardCharsets.US_ASCII);
	}

}
