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
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link KeyLookup}: an operator finds the key that requests have.
 */
class KeyLookupTests {

	private final KeyHasher hasher = new KeyHasher("a secret of sixteen");

	private final KeyResolver resolver = new KeyResolver(this.hasher);

	private final ClientAddressResolver addresses = new ClientAddressResolver("X-Forwarded-For", List.of(), 64);

	private final KeyLookup lookup = new KeyLookup(this.hasher, this.addresses);

	@ParameterizedTest
	@CsvSource({ "ip|203.0.113.9,ip|203.0.113.9", "ip|2001:DB8::1,ip|2001:db8::/64",
			"ip|2001:db8::/64,ip|2001:db8::/64", "ip|::ffff:192.0.2.1,ip|192.0.2.1", "user|alice,user|alice",
			"user|a%2Bb%25,user|a%2Bb%25", "global,global|p", "global|p,global|p", "bean:1|x,bean:1|x",
			"path:id|7+user|bob,path:id|7+user|bob" })
	void plainKeysAreFoundAsTheyAreStored(String text, String stored) {
		assertThat(this.lookup.find("p", text)).isEqualTo(stored);
	}

	@Test
	void secretsAreFoundByTheirHash() {
		String stored = this.resolver.resolve(KeySpec.parse(List.of("header:X-Api-Key")), "p", (part) -> "s3cret");
		assertThat(this.lookup.find("p", "header:X-Api-Key|s3cret")).isEqualTo(stored).startsWith("h|");
		assertThat(this.lookup.find("p", "hdr:x-api-key|s3cret")).isEqualTo(stored);
		assertThat(this.lookup.find("p", stored)).isEqualTo(stored);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "s3cret", "user", "user|", "users|s3cret", "header|x", "ip:4|1.2.3.4", "user|a+", "+",
			"bean:x|1", "user|100%" })
	void whatNamesNobodyIsRefusedWithoutRepeatingIt(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.lookup.find("p", text))
			.satisfies((ex) -> assertThat(ex.getMessage()).contains("key").doesNotContain("s3cret"));
	}

	@Test
	void whatAllShareMayBePartOfAKey() {
		String stored = this.resolver.resolve(KeySpec.parse(List.of("global + path:id")), "p", (part) -> "7");
		assertThat(stored).isEqualTo("global|p+path:id|7");
		assertThat(this.lookup.find("p", stored)).isEqualTo(stored);
		assertThat(this.lookup.find("p", "global+path:id|7")).isEqualTo(stored);
		assertThatIllegalArgumentException().isThrownBy(() -> this.lookup.find("p", "global|other+path:id|7"));
	}

	@Test
	void addressesAreWrittenAsTheyAreForRequests() {
		Random random = new Random(20260101);
		for (int i = 0; i < 1000; i++) {
			String address = (i % 2 == 0)
					? "%d.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256),
							random.nextInt(256))
					: "2001:DB8:%x:%X::%x".formatted(random.nextInt(65536), random.nextInt(65536),
							random.nextInt(65536));
			String stored = this.resolver.resolve(KeySpec.parse(List.of("ip")), "p",
					(part) -> this.addresses.resolve(address, List.of()));
			assertThat(this.lookup.find("p", "ip|" + address)).isEqualTo(stored);
			assertThat(this.lookup.find("p", stored)).isEqualTo(stored);
		}
	}

	@Test
	void everyKeyOfARequestIsFound() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		List<String> specs = List.of("user", "header:x-tenant", "cookie:sid", "claim:tenant", "path:id", "host",
				"header:x-tenant + user", "user + host + path:id");
		for (int i = 0; i < 5000; i++) {
			String spec = specs.get(random.nextInt(specs.size()));
			StringBuilder text = new StringBuilder();
			String stored = this.resolver.resolve(KeySpec.parse(List.of(spec)), "p", (part) -> {
				String value = value(random);
				text.append(text.isEmpty() ? "" : "+").append(part).append('|').append(encoded(value));
				return value;
			});
			assertThat(this.lookup.find("p", text.toString())).as("%s, seed %d", text, seed).isEqualTo(stored);
		}
	}

	private static String value(Random random) {
		StringBuilder value = new StringBuilder("v");
		for (int i = random.nextInt(60); i > 0; i--) {
			value.append((random.nextInt(10) > 0) ? (char) (' ' + random.nextInt(95)) : (char) random.nextInt(0xD800));
		}
		return value.toString();
	}

	private static String encoded(String value) {
		return value.replace("%", "%25").replace("+", "%2B").replace("|", "%7C");
	}

}
