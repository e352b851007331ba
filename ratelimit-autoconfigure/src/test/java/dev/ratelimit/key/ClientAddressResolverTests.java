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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ClientAddressResolver}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClientAddressResolverTests {

	private final ClientAddressResolver trustsNobody = resolver();

	private final ClientAddressResolver trustsTen = resolver("10.0.0.0/8", "2001:db8:ffff::/48");

	@Test
	void forwardedAddressesFromStrangersAreIgnored() {
		for (int i = 0; i < 10; i++) {
			assertThat(this.trustsNobody.resolve("203.0.113.9", List.of("198.51.100." + i))).isEqualTo("203.0.113.9");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "6.6.6.6, 198.51.100.7, 10.0.0.9; 198.51.100.7", "198.51.100.7; 198.51.100.7",
					"10.0.0.8, 10.0.0.9; 10.0.0.8", "198.51.100.7,10.0.0.9,; 10.0.0.5", "unknown; 10.0.0.5",
					"198.51.100.7, garbage, 10.0.0.9; 10.0.0.9", "'198.51.100.7,,10.0.0.9'; 10.0.0.9",
					"6.6.6.6, ::ffff:198.51.100.7, ::ffff:10.0.0.9; 198.51.100.7",
					"198.51.100.7, 2001:db8:ffff::1; 198.51.100.7" })
	void firstUntrustedAddressFromTheRightIsTheClient(String forwarded, String client) {
		assertThat(this.trustsTen.resolve("10.0.0.5", List.of(forwarded))).isEqualTo(client);
	}

	@Test
	void headerLinesAreOneList() {
		assertThat(this.trustsTen.resolve("10.0.0.5", List.of("6.6.6.6", "198.51.100.7, 10.0.0.9", "10.0.0.8")))
			.isEqualTo("198.51.100.7");
	}

	@Test
	void trustedPeerWithoutHeaderIsTheClient() {
		assertThat(this.trustsTen.resolve("10.0.0.5", List.of())).isEqualTo("10.0.0.5");
	}

	@ParameterizedTest
	@CsvSource({ "203.0.113.7:51001, 203.0.113.7", "203.0.113.7:51002, 203.0.113.7", "203.0.113.7, 203.0.113.7",
			"' 203.0.113.7 ', 203.0.113.7", "[2001:db8::1]:443, 2001:db8::/64", "[2001:db8::1], 2001:db8::/64",
			"2001:db8::1, 2001:db8::/64" })
	void portsAndBracketsAreIgnored(String forwarded, String client) {
		assertThat(this.trustsTen.resolve("10.0.0.5", List.of(forwarded))).isEqualTo(client);
	}

	@ParameterizedTest
	@ValueSource(strings = { "::ffff:192.0.2.1", "::FFFF:192.0.2.1", "::ffff:c000:201", "0:0:0:0:0:ffff:c000:0201",
			"[::ffff:192.0.2.1]", "192.0.2.1" })
	void mappedAddressIsItsIpv4Address(String peer) {
		assertThat(this.trustsNobody.resolve(peer, List.of())).isEqualTo("192.0.2.1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "2001:db8:0:1::", "2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:DB8:0:1::A",
			"2001:0db8:0000:0001:0000:0000:0000:000a", "2001:db8:0:1::a%eth0", "2001:db8:0:1::a%25" })
	void hostsOfOneNetworkAreOneClient(String peer) {
		assertThat(this.trustsNobody.resolve(peer, List.of())).isEqualTo("2001:db8:0:1::/64");
	}

	@Test
	void hostsOfAnotherNetworkAreAnotherClient() {
		assertThat(this.trustsNobody.resolve("2001:db8:0:2::1", List.of())).isEqualTo("2001:db8:0:2::/64");
	}

	@ParameterizedTest
	@CsvSource({ "48, 2001:db8:1::/48", "56, 2001:db8:1:200::/56", "128, 2001:db8:1:203::4" })
	void prefixLengthIsConfigurable(int length, String client) {
		assertThat(
				new ClientAddressResolver("X-Forwarded-For", List.of(), length).resolve("2001:db8:1:203::4", List.of()))
			.isEqualTo(client);
	}

	@Test
	void loopbackIsWrittenAsItIs() {
		assertThat(this.trustsNobody.resolve("0:0:0:0:0:0:0:1", List.of())).isEqualTo("::1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "example.com", "010.0.0.1", "0x0a.1.1.1", "1.2.3", "1", "1.2.3.4/8", "*",
			"1.2.3.*", "1.2.3.1-5", "", "_hidden", "[", "[::1", "::1::2", "999.1.1.1" })
	void whatIsNoAddressIsNeverLookedUp(String forwarded) {
		assertThat(this.trustsTen.resolve("10.0.0.5", List.of(forwarded))).isEqualTo("10.0.0.5");
	}

	@Test
	void hugeTokenIsNoAddress() {
		assertThat(this.trustsTen.resolve("10.0.0.5", List.of("1".repeat(7000)))).isEqualTo("10.0.0.5");
	}

	@Test
	void peerWithoutAddressStillHasAName() {
		assertThat(this.trustsTen.resolve(null, List.of("1.2.3.4"))).isEqualTo("unknown");
		assertThat(this.trustsTen.resolve("", List.of("1.2.3.4"))).isEqualTo("unknown");
		assertThat(this.trustsTen.resolve("unix:/run/x", List.of("1.2.3.4"))).isEqualTo("unix:/run/x");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "for=198.51.100.7 | 198.51.100.7",
					"for=6.6.6.6, For=\"198.51.100.7:4711\";proto=https;by=10.0.0.9 | 198.51.100.7",
					"proto=http; for=\"[2001:db8::1]:80\" | 2001:db8::/64", "for=6.6.6.6, proto=https | 10.0.0.5",
					"for=_secret | 10.0.0.5", "for=\"6.6.6.6, for=198.51.100.7 | 198.51.100.7" })
	void forwardedIsReadAsItsRfcSays(String forwarded, String client) {
		ClientAddressResolver resolver = new ClientAddressResolver("forwarded", List.of("10.0.0.0/8"), 64);
		assertThat(resolver.header()).isEqualTo("forwarded");
		assertThat(resolver.resolve("10.0.0.5", List.of(forwarded))).isEqualTo(client);
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.0.0.5", "192.168.1.1", "172.16.0.1", "127.0.0.1", "::1", "fd00::1", "fe80::1%eth0" })
	void privatePeerThatForwardsIsMentionedOnce(String peer, CapturedOutput output) {
		for (int i = 0; i < 3; i++) {
			assertThat(this.trustsNobody.resolve(peer, List.of("198.51.100.7"))).doesNotContain("198");
		}
		assertThat(output.getOut().split("trusted-proxies", -1)).hasSize(2);
	}

	@Test
	void nothingIsMentionedWithoutNeed(CapturedOutput output) {
		this.trustsNobody.resolve("10.0.0.5", List.of());
		this.trustsNobody.resolve("203.0.113.9", List.of("198.51.100.7"));
		this.trustsTen.resolve("192.168.0.1", List.of("198.51.100.7"));
		assertThat(output).doesNotContain("trusted-proxies");
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.0.0.5/8", "10.0.0.5", "::ffff:10.0.0.5", "::ffff:10.0.0.0/104" })
	void singleAddressesAndUntidyBlocksCanBeTrusted(String trusted) {
		assertThat(resolver(trusted).resolve("10.0.0.5", List.of("198.51.100.7"))).isEqualTo("198.51.100.7");
	}

	@ParameterizedTest
	@CsvSource({ "proxy.example.com, is not an address", "10.0.0.0/33, is not an address", "10.*, is not an address",
			"'', is not an address", "0.0.0.0/0, trusts everybody", "::/0, trusts everybody" })
	void whatIsNoBlockIsRefused(String trusted, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> resolver(trusted))
			.withMessageContaining("'" + trusted + "'")
			.withMessageContaining(message);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 31, 129 })
	void prefixLengthOutOfBoundsIsRefused(int length) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ClientAddressResolver("X-Forwarded-For", List.of(), length))
			.withMessageContaining("32 to 128, not " + length);
	}

	private static ClientAddressResolver resolver(String... trusted) {
		return new ClientAddressResolver(ClientAddressResolver.DEFAULT_HEADER, List.of(trusted),
				ClientAddressResolver.DEFAULT_IPV6_PREFIX_LENGTH);
	}

}
