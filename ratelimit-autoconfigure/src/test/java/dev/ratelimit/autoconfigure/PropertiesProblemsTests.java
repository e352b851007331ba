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

package dev.ratelimit.autoconfigure;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link PropertiesReader} refuses.
 */
class PropertiesProblemsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"polices.a.limits: 1/1m | ratelimit.polices.a.limits = '1/1m': there is no such property; there are [enabled, store",
			"policies.a: { limits: 1/1m, limit: 2/1m } | ratelimit.policies.a.limit = '2/1m': there is no such property; there are [algorithm, limits",
			"client-ip.trusted: 10.0.0.0/8 | ratelimit.client-ip.trusted = '10.0.0.0/8': there is no such property; there are [trusted-proxies",
			"routes: [{ path: /a }] | ratelimit.routes[0].path = '/a': there is no such property; there are [id, paths",
			"stroe: memory | ratelimit.stroe = 'memory': there is no such property",
			"store: reddis | ratelimit.store = 'reddis': use one of [redis, memory]",
			"failure-mode: open | ratelimit.failure-mode = 'open': use one of [allow, reject, local]",
			"enabled: maybe | ratelimit.enabled = 'maybe': write true or false",
			"timeout: fast | ratelimit.timeout = 'fast': write a duration",
			"timeout: 0ms | ratelimit.timeout = '0ms': must be 1ms to 1m",
			"timeout: 61s | ratelimit.timeout = '61000ms': must be 1ms to 1m",
			"prefix: a{b} | ratelimit.prefix = 'a{b}': must be 1 to 60",
			"key-secret: short | ratelimit.key-secret: is too short",
			"client-ip.trusted-proxies: proxy | ratelimit.client-ip.trusted-proxies = 'proxy': 'proxy' is not an address",
			"client-ip.ipv6-prefix-length: 8 | ratelimit.client-ip.ipv6-prefix-length = '8': must be 32 to 128",
			"client-ip.header: 'a b' | ratelimit.client-ip.header = 'a b': is not the name",
			"response.headers: draft | ratelimit.response.headers = 'draft'",
			"response.retry-after-jitter: 10 | ratelimit.response.retry-after-jitter = '10': must be 0% to 100%",
			"response.retry-after-jitter: 101% | ratelimit.response.retry-after-jitter = '101%': must be 0% to 100%",
			"memory.max-keys: 0 | ratelimit.memory.max-keys = '0': must be at least 1",
			"local.instances: 0 | ratelimit.local.instances = '0': must be at least 1",
			"redis.max-clock-drift: 0ms | ratelimit.redis.max-clock-drift = '0ms': must be at least 1ms",
			"memory.max-keys: many | ratelimit.memory.max-keys = 'many': write a whole number",
			"client-ip: 10.0.0.0/8 | ratelimit.client-ip = '10.0.0.0/8': holds no value of its own; there are [trusted",
			"policies.a: | ratelimit.policies.a",
			"policies.a: { limits: 100/60 } | ratelimit.policies.a.limits = '100/60': '100/60' is not a limit: the window has no unit",
			"policies.a: { limits: 1/1m, algorithm: gcra } | ratelimit.policies.a.algorithm = 'gcra': use one of [token-bucket",
			"policies.a: { limits: 1/1m, burst: 3 } | ratelimit.policies.a.burst = '3': there is no such property",
			"policies.a: { limits: 1/1m, max-wait: long } | ratelimit.policies.a.max-wait = 'long': write a duration",
			"policies.a: { limits: 1/1m, algorithm: sliding-window-log, min-interval: 3 } | ratelimit.policies.a.min-interval = '3': write a duration with its unit",
			"timeout: 50 | ratelimit.timeout = '50': write a duration with its unit",
			"client-ip.trusted-proxies: '::ffff:0:0/96' | ratelimit.client-ip.trusted-proxies = '::ffff:0:0/96': '::ffff:0:0/96' trusts everybody",
			"client-ip.trusted-proxies: 0.0.0.0/1 | ratelimit.client-ip.trusted-proxies = '0.0.0.0/1': '0.0.0.0/1' trusts everybody",
			"policies.public read: { limits: 1/1m } | ratelimit.policies = 'public read': the name of a policy is",
			"policies.Public_Read: { limits: 1/1m } | ratelimit.policies = 'Public_Read': the name of a policy is",
			"`policies: { '[login]': { limits: 1/1m } }` | ratelimit.policies = 'login': the name of a policy is",
			"policies.9a: { limits: 1/1m } | ratelimit.policies = '9a': the name of a policy is",
			"policies: login | ratelimit.policies = 'login': cannot be read",
			"routes: { '/api/**': { policies: a } } | ratelimit.routes = '/api/**': routes is a list" })
	void whatCannotBeRightIsRefused(String yaml, String message) {
		assertThat(Yaml.problems("ratelimit:\n  " + yaml)).singleElement().asString().startsWith(message);
	}

	@Test
	void everythingWrongWithOnePolicyAndOneRouteIsToldAtOnce() {
		assertThat(Yaml.problems("""
				ratelimit:
				  policies:
				    a:
				      algorithm: token-bucket
				      limits: [1/1m, 5/60]
				      queue: 3
				      max-wait: 1s
				      count-rejected: true
				      phase: late
				  routes:
				    - paths: /a
				      exclude: /a
				      methods: FETCH
				      policies: a
				      polices: b
				""")).extracting((problem) -> problem.toString().split("[ :]", 2)[0])
			.contains("ratelimit.policies.a.limits[1]", "ratelimit.policies.a.phase", "ratelimit.routes[0].polices",
					"ratelimit.routes[0].methods", "ratelimit.routes[0].exclude");
	}

	@ParameterizedTest
	@ValueSource(strings = { "key: #email", "key:\n        - #email", "key: ''", "key: []" })
	void unquotedHashIsRefused(String key) {
		List<String> problems = Yaml.problems("""
				ratelimit:
				  policies:
				    a:
				      limits: 1/1m
				      %s
				""".formatted(key));
		assertThat(problems).singleElement()
			.asString()
			.startsWith("ratelimit.policies.a.key = '': key is empty")
			.contains("quote the #");
	}

	@Test
	void routesGivenAsAMapAreRefusedWithAnExample() {
		List<String> problems = Yaml.problems("""
				ratelimit:
				  policies.a.limits: 1/1m
				  routes:
				    /api/**:
				      policies: a
				    /other:
				      policies: a
				""");
		assertThat(problems).singleElement().asString().contains("'- paths: <pattern>'");
	}

	@Test
	void namesThatBindingCannotTellApartAreRefused() {
		assertThat(Yaml.problems("ratelimit.policies: { a-b: { limits: 1/1m }, ab: { limits: 2/1m } }")).singleElement()
			.asString()
			.contains("cannot be told apart from policy 'a-b'");
	}

	@Test
	void suggestionForAnOddNameIsAllowed() {
		assertThat(Yaml.problems("ratelimit.policies.Public_Read.limits: 1/1m")).singleElement()
			.asString()
			.endsWith("write 'public-read'");
	}

	@Test
	void allProblemsAreReportedAtOnce() {
		List<String> problems = Yaml.problems("""
				ratelimit:
				  store: disk
				  timeout: 0ms
				  unknown: 1
				  policies:
				    Odd_One.limits: 1/1m
				    a: { limits: 100/60, key: "#x(" }
				    b: { algorithm: gcra, limits: oops }
				  routes:
				    - { paths: "api/**", methods: psot, policies: [a, missing] }
				    - { paths: "/{", policies: a }
				""");
		assertThat(problems).extracting((problem) -> problem.split("( =|:)", 2)[0])
			.containsExactlyInAnyOrder("ratelimit.policies", "ratelimit.store", "ratelimit.unknown",
					"ratelimit.timeout", "ratelimit.policies.a.limits", "ratelimit.policies.a.key",
					"ratelimit.policies.b.algorithm", "ratelimit.routes[0].paths", "ratelimit.routes[0].methods",
					"ratelimit.routes[0].policies", "ratelimit.routes[1].paths");
	}

	@Test
	void patternIsCheckedWithTheParserOfTheFramework() {
		assertThat(Yaml.problems("""
				ratelimit:
				  policies.a.limits: 1/1m
				  routes: [{ paths: "/a/**/{*b}/c", policies: a }]
				""")).singleElement().asString().contains("'/a/**/{*b}/c': is not a path pattern");
	}

	@Test
	void secretIsNeverShown() {
		assertThat(Yaml.read("ratelimit.key-secret: 0123456789abcdef", Map.of()).toString()).doesNotContain("0123");
		assertThat(Yaml.problems("ratelimit.key-secret: short")).noneMatch((problem) -> problem.contains("short'"));
	}

}
