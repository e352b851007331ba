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

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link KeyText}.
 */
class KeyTextTests {

	private static final KeyHasher HASHER = new KeyHasher("secret");

	@ParameterizedTest
	@CsvSource({ "ip, 192.0.2.1, ip|192.0.2.1", "ip, 2001:db8:0:1::/64, ip|2001:db8:0:1::/64",
			"user, alice@example.com, user|alice@example.com", "host, example.com, host|example.com",
			"path:id, 7, path:id|7", "@bean, x, bean|x", "#spel, x, spel|x", "global, login, global|login" })
	void shortKeysStayReadable(String key, String value, String text) {
		assertThat(text(key, value)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "{a}, %7Ba%7D", "'}{', %7D%7B", "a|b, a%7Cb", "a+b, a%2Bb", "100%, 100%25", "é, %C3%A9",
			"€, %E2%82%AC", "😀, %F0%9F%98%80", "a b, a%20b" })
	void charactersThatCouldForgeAnythingAreEncoded(String value, String encoded) {
		assertThat(text("user", value)).isEqualTo("user|" + encoded);
	}

	@Test
	void controlCharactersAreEncoded() {
		assertThat(text("user", "a\r\nDEL x\0")).isEqualTo("user|a%0D%0ADEL%20x%00");
	}

	@ParameterizedTest
	@ValueSource(strings = { "header:X-Api-Key", "header:a", "cookie:s", "claim:c" })
	void secretsAreHashedHoweverShort(String key) {
		assertThat(text(key, "x")).matches("h\\|[A-Za-z0-9_-]{43}");
	}

	@Test
	void oneSecretPartHidesTheWholeKey() {
		assertThat(text("ip + header:a", "192.0.2.1", "x")).matches("h\\|[A-Za-z0-9_-]{43}");
	}

	@Test
	void textOf48CharactersIsKeptAndLongerIsHashed() {
		assertThat(text("user", "x".repeat(43))).isEqualTo("user|" + "x".repeat(43));
		assertThat(text("user", "x".repeat(44))).isEqualTo("h|" + HASHER.hash("user|" + "x".repeat(44)));
	}

	@Test
	void theKindIsPartOfWhatIsHashed() {
		assertThat(text("header:a", "x")).isNotEqualTo(text("cookie:a", "x")).isNotEqualTo(text("header:b", "x"));
		assertThat(text("user", "198.51.100.7")).isNotEqualTo(text("ip", "198.51.100.7"));
	}

	@Test
	void theLengthOfAHugeValueCounts() {
		String prefix = "x".repeat(KeyText.MAX_VALUE_LENGTH);
		assertThat(text("#x", prefix + "a")).isNotEqualTo(text("#x", prefix)).isNotEqualTo(text("#x", prefix + "aa"));
	}

	@Test
	void equalResultsOfDifferentExpressionsAreDifferentKeys() {
		KeySpec spec = KeySpec.parse(List.of("#a", "#b"));
		KeyResolver resolver = new KeyResolver(HASHER);
		String first = resolver.resolve(spec, "p", (part) -> part.argument().equals("#a") ? "7" : null);
		String second = resolver.resolve(spec, "p", (part) -> part.argument().equals("#b") ? "7" : null);
		assertThat(first).isNotEqualTo(second);
	}

	@ParameterizedTest
	@ValueSource(strings = { "user + host", "header:a + header:b", "path:a + #x" })
	void noTwoPairsOfValuesShareAText(String key) {
		List<KeyPart> parts = KeyGrammar.parse(key);
		long seed = System.nanoTime();
		Random random = new Random(seed);
		Map<String, List<String>> seen = new HashMap<>();
		seen.put(text(parts, "a:b", "c"), List.of("a:b", "c"));
		seen.put(text(parts, "a", "b:c"), List.of("a", "b:c"));
		for (int i = 0; i < 33_334; i++) {
			List<String> values = List.of(value(random), value(random));
			List<String> other = seen.put(text(parts, values.get(0), values.get(1)), values);
			assertThat(other == null || other.equals(values)).as("seed %d: %s and %s", seed, other, values).isTrue();
		}
		assertThat(seen.keySet()).allMatch((text) -> text.matches("[A-Za-z0-9._:/@|+%-]{1,48}|h\\|[A-Za-z0-9_-]{43}"));
	}

	@Test
	void clientsSpreadOverTheSlotsOfACluster() {
		Set<Integer> slots = new HashSet<>();
		for (int i = 0; i < 10_000; i++) {
			slots.add(SlotHash.getSlot("ratelimit:app:sw:p:{" + text("header:X-Api-Key", "{a}" + i) + "}"));
		}
		assertThat(slots).hasSizeGreaterThan(5_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "{a}", "}{", "{}", "a\r\nDEL x", "\0" })
	void wholeRedisKeyIsShortAndHasOneHashTag(String value) {
		for (String key : List.of("header:X-Api-Key", "user", "#x")) {
			String redisKey = "p".repeat(60) + ":sw:" + "q".repeat(40) + ":{" + text(key, value.repeat(1500)) + "}:v";
			assertThat(redisKey).hasSizeLessThanOrEqualTo(160).containsOnlyOnce("{").containsOnlyOnce("}");
		}
	}

	private static String value(Random random) {
		String alphabet = "ab:{}%|+\r\n\0 27BC\u00e9\ud800\udc00?";
		StringBuilder value = new StringBuilder("a");
		for (int length = random.nextInt(6); length > 0; length--) {
			value.append(alphabet.charAt(random.nextInt(alphabet.length())));
		}
		return value.toString();
	}

	private static String text(String key, String... values) {
		return text(KeyGrammar.parse(key), values);
	}

	private static String text(List<KeyPart> parts, String... values) {
		KeyText text = new KeyText();
		for (int i = 0; i < values.length; i++) {
			text.append(parts.get(i), 0, values[i]);
		}
		return text.finish(HASHER);
	}

}
