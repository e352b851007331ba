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

package dev.ratelimit.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.http.server.PathContainer;
import org.springframework.util.StringUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Paths of health probes, which a limit must not touch by accident: an instance that
 * answers 429 to its orchestrator is restarted for having too many users. They are free
 * unless a route names them, that is, unless its pattern spells out at least the path
 * under which the probes live. Immutable.
 *
 * @since 0.1.0
 */
public final class HealthPaths {

	/** No path is free. */
	public static final HealthPaths NONE = new HealthPaths(List.of());

	private static final String GROUPS = "management.endpoint.health.group";

	private static final Bindable<Map<String, Map<String, String>>> BY_GROUP = Bindable
		.of(ResolvableType.forClassWithGenerics(Map.class, ResolvableType.forClass(String.class),
				ResolvableType.forClassWithGenerics(Map.class, String.class, String.class)));

	private static final String OWN_PORT = "server:";

	private final List<Probe> probes;

	private HealthPaths(List<Probe> probes) {
		this.probes = List.copyOf(probes);
	}

	/**
	 * The paths at which Spring Boot's Actuator serves health on the application's own
	 * port. A separate management port has filters of its own.
	 * @param environment tells the Actuator's base path, the path of its health endpoint,
	 * and the additional paths of health groups
	 * @return the paths, relative to the servlet path of Spring MVC
	 */
	public static HealthPaths of(Environment environment) {
		List<Probe> probes = new ArrayList<>();
		String base = path(environment.getProperty("management.endpoints.web.base-path", "/actuator"));
		String health = base + path(environment.getProperty("management.endpoints.web.path-mapping.health", "health"));
		probes.add(Probe.of(base.isEmpty() ? health : base, health));
		if (environment.getProperty("management.endpoint.health.probes.add-additional-paths", Boolean.class, false)) {
			probes.add(Probe.of("/livez", "/livez"));
			probes.add(Probe.of("/readyz", "/readyz"));
		}
		for (Map<String, String> group : Binder.get(environment).bind(GROUPS, BY_GROUP).orElse(Map.of()).values()) {
			String additional = group.getOrDefault("additional-path", group.getOrDefault("additionalpath", ""));
			if (additional.startsWith(OWN_PORT)) {
				String path = path(additional.substring(OWN_PORT.length()));
				probes.add(Probe.of(path, path));
			}
		}
		return new HealthPaths(probes);
	}

	private static String path(String configured) {
		String path = StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(configured.strip(), '/'), '/');
		return path.isEmpty() ? "" : "/" + path;
	}

	/**
	 * Whether a path is free for a route pattern.
	 */
	boolean isFree(PathContainer path, PathPattern pattern) {
		for (Probe probe : this.probes) {
			if (probe.pattern().matches(path) && !probe.isNamedBy(pattern)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * A path and everything below it.
	 *
	 * @param home what a route's pattern must spell out to mean this probe
	 * @param pattern matches the requests of the probe
	 */
	private record Probe(String home, PathPattern pattern) {

		static Probe of(String home, String path) {
			return new Probe(home, PathPatternParser.defaultInstance.parse(path + "/**"));
		}

		boolean isNamedBy(PathPattern pattern) {
			String text = pattern.getPatternString();
			return text.startsWith(this.home)
					&& (text.length() == this.home.length() || text.charAt(this.home.length()) == '/');
		}

	}

}
