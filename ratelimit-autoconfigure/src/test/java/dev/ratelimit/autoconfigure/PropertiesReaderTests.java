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

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Phase;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.autoconfigure.RateLimitProperties.Policy;
import dev.ratelimit.autoconfigure.RateLimitProperties.Route;
import dev.ratelimit.autoconfigure.RateLimitProperties.Store;
import dev.ratelimit.key.MissingKey;
import dev.ratelimit.web.HeaderFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PropertiesReader}.
 */
class PropertiesReaderTests {

	private final Map<String, Object> variables = new LinkedHashMap<>();

	@Test
	void everythingHasItsDefault() {
		RateLimitProperties properties = read("");
		assertThat(properties.enabled()).isTrue();
		assertThat(properties.store()).isEqualTo(Store.REDIS);
		assertThat(properties.failureMode()).isEqualTo(FailureMode.LOCAL);
		assertThat(properties.timeout()).isEqualTo(Duration.ofMillis(50));
		assertThat(properties.prefix()).isNull();
		assertThat(properties.keySecret()).isNull();
		assertThat(properties.clientIp()).isEqualTo(new RateLimitProperties.ClientIp(List.of(), "X-Forwarded-For", 64));
		assertThat(properties.response().headers()).containsExactlyInAnyOrder(HeaderFamily.X_RATELIMIT,
				HeaderFamily.IETF);
		assertThat(properties.response().jitter()).isEqualTo(0.1);
		assertThat(properties.annotation().order()).isZero();
		assertThat(properties.memory().maxKeys()).isEqualTo(100_000);
		assertThat(properties.redis().connectionFactory()).isNull();
		assertThat(properties.redis().maxClockDrift()).isEqualTo(Duration.ofSeconds(1));
		assertThat(properties.local().instances()).isEqualTo(1);
		assertThat(properties.policies()).isEmpty();
		assertThat(properties.routes()).isEmpty();
	}

	@Test
	void everythingCanBeSet() {
		RateLimitProperties properties = read("""
				ratelimit:
				  enabled: false
				  store: memory
				  failure-mode: reject
				  timeout: 20ms
				  prefix: my:prefix
				  key-secret: 0123456789abcdef
				  client-ip:
				    trusted-proxies: [10.0.0.0/8, 192.168.1.1]
				    header: Forwarded
				    ipv6-prefix-length: 56
				  response:
				    headers: ietf
				    retry-after-jitter: 2.5%
				  delay:
				    max-waiting: 9
				  annotation:
				    order: -5
				  memory:
				    max-keys: 7
				  redis:
				    connection-factory: limits
				    max-clock-drift: 250ms
				  local:
				    instances: 4
				""");
		assertThat(properties).isEqualTo(new RateLimitProperties(false, Store.MEMORY, FailureMode.REJECT,
				Duration.ofMillis(20), "my:prefix", "0123456789abcdef",
				new RateLimitProperties.ClientIp(List.of("10.0.0.0/8", "192.168.1.1"), "Forwarded", 56),
				new RateLimitProperties.Response(Set.of(HeaderFamily.IETF), "2.5%"), new RateLimitProperties.Delay(9),
				new RateLimitProperties.Annotation(-5), new RateLimitProperties.Memory(7),
				new RateLimitProperties.Redis("limits", Duration.ofMillis(250)), new RateLimitProperties.Local(4),
				Map.of(), List.of()));
		assertThat(properties.response().jitter()).isEqualTo(0.025);
	}

	@Test
	void everythingOfAPolicyCanBeSet() {
		RateLimitProperties properties = read("""
				ratelimit:
				  policies:
				    log:
				      algorithm: sliding-window-log
				      limits: [5/1m, 20/1h]
				      key: [user, "@ids.of(#request, 1)", ip]
				      missing-key: skip
				      failure-mode: allow
				      phase: service
				      count-rejected: true
				      min-interval: 3s
				    export:
				      algorithm: leaky-bucket
				      limits: 2/1s
				      key: global
				      queue: 10
				      max-wait: 2s
				    fixed:
				      algorithm: fixed-window
				      limits: "20/1s, 1000/1h"
				      window-phase: aligned
				    plain:
				      limits: 50/m
				""");
		assertThat(properties.policies()).containsOnly(
				Map.entry("log",
						new Policy(Algorithm.SLIDING_WINDOW_LOG, List.of("5/1m", "20/1h"),
								List.of("user", "@ids.of(#request, 1)", "ip"), MissingKey.SKIP, FailureMode.ALLOW,
								Phase.SERVICE, null, null, null, true, Duration.ofSeconds(3))),
				Map.entry("export",
						new Policy(Algorithm.LEAKY_BUCKET, List.of("2/1s"), List.of("global"), MissingKey.FAIL, null,
								null, 10L, Duration.ofSeconds(2), null, false, null)),
				Map.entry("fixed",
						new Policy(Algorithm.FIXED_WINDOW, List.of("20/1s", "1000/1h"), List.of("ip"), MissingKey.FAIL,
								null, null, null, null, WindowPhase.ALIGNED, false, null)),
				Map.entry("plain", new Policy(Algorithm.SLIDING_WINDOW_COUNTER, List.of("50/m"), List.of("ip"),
						MissingKey.FAIL, null, null, null, null, null, false, null)));
	}

	@Test
	void everythingOfARouteCanBeSet() {
		RateLimitProperties properties = read("""
				ratelimit:
				  policies:
				    a.limits: 1/1m
				    b.limits: 1/1w
				  routes:
				    - id: users
				      paths: ["/u/{id:[0-9]{1,3}}", /v]
				      exclude: /u/0
				      methods: [post, put]
				      policies: [a, b]
				    - { paths: "/api/users/{id}", policies: a }
				""");
		assertThat(properties.routes()).containsExactly(
				new Route("users", List.of("/u/{id:[0-9]{1,3}}", "/v"), List.of("/u/0"), List.of("post", "put"),
						List.of("a", "b")),
				new Route(null, List.of("/api/users/{id}"), List.of(), List.of(), List.of("a")));
	}

	@Test
	void keyThatIsOneTextIsNotSplitInsideParentheses() {
		RateLimitProperties properties = read("ratelimit.policies.a: { limits: 1/1m, key: \"@ids.of(#request, 1)\" }");
		assertThat(properties.policies().get("a").key()).containsExactly("@ids.of(#request, 1)");
	}

	@Test
	void noHeadersCanBeAskedFor() {
		assertThat(read("ratelimit.response.headers: []").response().headers()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ratelimit:\n  policies:\n  routes:\n", "ratelimit.policies: {}\nratelimit.routes: []\n" })
	void emptyPoliciesAndRoutesAreNone(String yaml) {
		RateLimitProperties properties = read(yaml);
		assertThat(properties.policies()).isEmpty();
		assertThat(properties.routes()).isEmpty();
	}

	@Test
	void variablesOverridePoliciesWithoutAddingOthers() {
		this.variables.put("RATELIMIT_POLICIES_PUBLICREAD_LIMITS", "7/1m");
		this.variables.put("RATELIMIT_POLICIES_LOGIN_LIMITS_0_", "8/1m");
		RateLimitProperties properties = read(
				"ratelimit.policies.public-read: { limits: 1/1m, algorithm: fixed-window }");
		assertThat(properties.policies()).containsOnlyKeys("public-read", "login");
		assertThat(properties.policies().get("public-read").limits()).containsExactly("7/1m");
		assertThat(properties.policies().get("public-read").algorithm()).isEqualTo(Algorithm.FIXED_WINDOW);
		assertThat(properties.policies().get("login").limits()).containsExactly("8/1m");
	}

	@Test
	void variablesOfSomebodyElseAreLeftAlone() {
		this.variables.put("RATELIMIT_PORT", "tcp://10.0.0.1:80");
		this.variables.put("RATELIMIT_SERVICE_HOST", "10.0.0.1");
		assertThat(read("")).isNotNull();
	}

	private RateLimitProperties read(String yaml) {
		return Yaml.read(yaml, this.variables);
	}

}
