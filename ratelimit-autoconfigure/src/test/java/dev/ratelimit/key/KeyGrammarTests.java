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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link KeyGrammar} and {@link KeySpec}.
 */
class KeyGrammarTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "ip; IP; ''", "user; USER; ''", "host; HOST; ''", "global; GLOBAL; ''",
					"header:X-Api-Key; HEADER; x-api-key", "header: X-Tenant; HEADER; x-tenant",
					"cookie:SESSION; COOKIE; SESSION", "claim:https://example.com/t; CLAIM; https://example.com/t",
					"path:userId; PATH; userId", "@tenants; BEAN; @tenants", "#email; SPEL; #email" })
	void everyKindOfPartIsRead(String text, KeyKind kind, String argument) {
		assertThat(KeyGrammar.parse(text)).containsExactly(new KeyPart(kind, argument));
	}

	@Test
	void plusJoinsParts() {
		assertThat(KeyGrammar.parse("header:X-Tenant + ip")).containsExactly(new KeyPart(KeyKind.HEADER, "x-tenant"),
				new KeyPart(KeyKind.IP, ""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "@ids.of(#request, 1)", "@ids.of(#a + #b)", "#m['a+b,c']", "#x.get(\"+,)\")",
			"#list.?[#this > 1 + 1]", "#s.replace('it''s,', '+')", "#f({1, 2 + 3})" })
	void neitherPlusNorCommaSplitsInsideQuotesOrBrackets(String text) {
		KeyKind kind = text.startsWith("@") ? KeyKind.BEAN : KeyKind.SPEL;
		assertThat(KeySpec.parse(List.of(text)).alternatives()).containsExactly(List.of(new KeyPart(kind, text)));
	}

	@Test
	void listAndCommasAreFallbackChains() {
		assertThat(KeySpec.parse(List.of("user, header:X-Tenant + ip")))
			.isEqualTo(KeySpec.parse(List.of("user", "header:X-Tenant+ip")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "user," })
	void emptyKeySuggestsQuotingTheHash(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> KeySpec.parse(List.of(text)))
			.withMessageContaining("quote the #");
	}

	@Test
	void emptyListIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> KeySpec.parse(List.of()))
			.withMessageContaining("at least one attribute");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '`',
			value = { "addr; 'addr' is unknown, use ip", "IP; 'IP' is unknown", "ip:x; 'ip:x' is unknown",
					"header:; lacks a name", "header:a b; 'a b' cannot be the name of a header",
					"cookie:a=b; 'a=b' cannot be the name of a cookie", "ip + ; nothing before or after a +",
					"#f(; lacks a closing )", "#f)(; closes nothing", "#a['x]; lacks a closing '",
					"#1 2 3; is not an expression", "'#email'; is unknown" })
	void whatIsNoKeyIsRefusedQuotingIt(String text, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> KeyGrammar.parse(text))
			.withMessageContaining(message)
			.withMessageContaining("'" + text.strip());
	}

	@Test
	void keyIsSharedOnlyIfAllAlternativesAreGlobal() {
		assertThat(KeySpec.parse(List.of("global")).isShared()).isTrue();
		assertThat(KeySpec.parse(List.of("user", "global")).isShared()).isFalse();
		assertThat(KeySpec.parse(List.of("global+ip")).isShared()).isFalse();
	}

	@Test
	void keyIsWrittenAsItIsRead() {
		String text = "header:x-tenant + ip, @ids.of(#request, 1), cookie:A, claim:b, path:c, user, host, global";
		assertThat(KeySpec.parse(List.of(text))).hasToString(text);
	}

}
