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

package dev.ratelimit.rules;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All policies and routes in force at one moment: an immutable snapshot, exchanged as a
 * whole.
 *
 * @param policies the policies by name, in the order of configuration
 * @param routes the routes; every one that matches applies
 * @since 0.1.0
 */
public record RateLimitRules(Map<String, PolicyRule> policies, List<Route> routes) {

	public RateLimitRules {
		policies = Collections.unmodifiableMap(new LinkedHashMap<>(policies));
		routes = List.copyOf(routes);
		for (Route route : routes) {
			for (String policy : route.policies()) {
				if (!policies.containsKey(policy)) {
					throw new IllegalArgumentException(
							"route '%s' names policy '%s', which does not exist; there are %s".formatted(route.id(),
									policy, policies.keySet()));
				}
			}
		}
	}

	/**
	 * Stands for these rules: the same for the same policies and routes on every
	 * instance, however they were read, and different for others.
	 * @return 12 hexadecimal digits
	 */
	public String version() {
		StringBuilder text = new StringBuilder();
		new TreeMap<>(this.policies).values().forEach((rule) -> text.append(rule).append('\n'));
		for (Route route : this.routes) {
			text.append(List.of(route.id(), route.paths(), route.exclude(), new TreeSet<>(route.methods()),
					route.policies()))
				.append('\n');
		}
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(hash, 0, 6);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java has SHA-256", ex);
		}
	}

	/**
	 * The policies of a route.
	 * @param route one of the routes
	 * @return its policies, in the order the route names them
	 */
	public Collection<PolicyRule> policies(Route route) {
		return route.policies().stream().map((name) -> Objects.requireNonNull(this.policies.get(name))).toList();
	}

}
