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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.ratelimit.autoconfigure.RateLimitProperties.ClientIp;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.rules.RulesProblem;
import org.jspecify.annotations.Nullable;

/**
 * Checks everything but policies and routes.
 */
final class SettingsChecks {

	private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9:._-]{1,60}");

	private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

	private static final int MIN_SECRET_LENGTH = 16;

	private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);

	private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

	private static final Duration MIN_DRIFT = Duration.ofMillis(1);

	private final List<RulesProblem> problems = new ArrayList<>();

	private SettingsChecks() {
	}

	static List<RulesProblem> problems(RateLimitProperties properties) {
		SettingsChecks checks = new SettingsChecks();
		checks.check(properties);
		checks.checkClientIp(properties.clientIp());
		return checks.problems;
	}

	private void check(RateLimitProperties properties) {
		Duration timeout = properties.timeout();
		if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
			add("timeout", timeout.toMillis() + "ms", "must be 1ms to 1m");
		}
		if (properties.prefix() != null && !PREFIX.matcher(properties.prefix()).matches()) {
			add("prefix", properties.prefix(), "must be 1 to 60 of A-Z, a-z, 0-9, ':', '.', '_' and '-'");
		}
		if (properties.keySecret() != null && properties.keySecret().length() < MIN_SECRET_LENGTH) {
			add("key-secret", null, "is too short to be secret, use at least 16 characters");
		}
		if (properties.delay().maxWaiting() < 1) {
			add("delay.max-waiting", String.valueOf(properties.delay().maxWaiting()), "must be at least 1");
		}
		if (properties.memory().maxKeys() < 1) {
			add("memory.max-keys", String.valueOf(properties.memory().maxKeys()), "must be at least 1");
		}
		if (properties.local().instances() < 1) {
			add("local.instances", String.valueOf(properties.local().instances()), "must be at least 1");
		}
		if (properties.redis().maxClockDrift().compareTo(MIN_DRIFT) < 0) {
			add("redis.max-clock-drift", properties.redis().maxClockDrift().toMillis() + "ms", "must be at least 1ms");
		}
		String jitter = properties.response().retryAfterJitter();
		try {
			Percentage.parse(jitter);
		}
		catch (IllegalArgumentException ex) {
			add("response.retry-after-jitter", jitter, String.valueOf(ex.getMessage()));
		}
	}

	private void checkClientIp(ClientIp clientIp) {
		if (!HEADER.matcher(clientIp.header()).matches()) {
			add("client-ip.header", clientIp.header(), "is not the name of a header");
		}
		for (String proxy : clientIp.trustedProxies()) {
			try {
				new ClientAddressResolver(ClientAddressResolver.DEFAULT_HEADER, List.of(proxy),
						ClientAddressResolver.DEFAULT_IPV6_PREFIX_LENGTH);
			}
			catch (IllegalArgumentException ex) {
				add("client-ip.trusted-proxies", proxy, String.valueOf(ex.getMessage()));
			}
		}
		try {
			new ClientAddressResolver(ClientAddressResolver.DEFAULT_HEADER, List.of(), clientIp.ipv6PrefixLength());
		}
		catch (IllegalArgumentException ex) {
			add("client-ip.ipv6-prefix-length", String.valueOf(clientIp.ipv6PrefixLength()), "must be 32 to 128");
		}
	}

	private void add(String name, @Nullable String value, String remedy) {
		this.problems.add(new RulesProblem("ratelimit." + name, value, remedy));
	}

}
