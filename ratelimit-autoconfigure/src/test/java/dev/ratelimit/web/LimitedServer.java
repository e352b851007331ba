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

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyHasher;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import dev.ratelimit.limiter.LimiterRegistry;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Jitter;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.Verdict;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import dev.ratelimit.testing.ManualClock;
import jakarta.servlet.DispatcherType;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * A real server with the edge filter in front, a store in memory and a clock that stands
 * still. Rules, and with them everything that was used up, are exchanged between tests.
 */
final class LimitedServer implements AutoCloseable {

	private static final String SECURITY = "org.springframework.boot.security.autoconfigure.";

	private static final String WITHOUT_SECURITY = String.join(",", SECURITY + "SecurityAutoConfiguration",
			SECURITY + "UserDetailsServiceAutoConfiguration",
			SECURITY + "actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
			SECURITY + "web.servlet.SecurityFilterAutoConfiguration",
			SECURITY + "web.servlet.ServletWebSecurityAutoConfiguration");

	final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	final List<Verdict> verdicts = new CopyOnWriteArrayList<>();

	private final AtomicReference<RouteIndex> routes = new AtomicReference<>();

	private final ConfigurableApplicationContext context;

	private LimitedServer(Class<?> application, String... properties) {
		this.context = new SpringApplicationBuilder(application).web(WebApplicationType.SERVLET)
			.properties("server.port=0", "spring.main.banner-mode=off", "logging.level.root=warn",
					"ratelimit.enabled=false", "management.health.redis.enabled=false")
			.properties(properties)
			.initializers((context) -> register((GenericApplicationContext) context))
			.run();
		limit();
	}

	static LimitedServer start(Class<?> application, String... properties) {
		return new LimitedServer(application, properties);
	}

	/**
	 * Start an application without Spring Security.
	 */
	static LimitedServer startOpen(Class<?> application, String... properties) {
		String[] all = Arrays.copyOf(properties, properties.length + 1);
		all[properties.length] = "spring.autoconfigure.exclude=" + WITHOUT_SECURITY;
		return new LimitedServer(application, all);
	}

	private void register(GenericApplicationContext context) {
		context.registerBean("edgeFilter", RateLimitFilter.class, () -> filter(context));
		context.registerBean("edgeFilterRegistration", FilterRegistrationBean.class, () -> {
			FilterRegistrationBean<RateLimitFilter> registration = new FilterRegistrationBean<>(
					context.getBean("edgeFilter", RateLimitFilter.class));
			registration.setOrder(-101);
			registration.setDispatcherTypes(DispatcherType.REQUEST);
			return registration;
		});
	}

	private RateLimitFilter filter(GenericApplicationContext context) {
		RequestPaths paths = new RequestPaths(context.getEnvironment().getProperty("spring.mvc.servlet.path", "/"));
		RequestAsks asks = new RequestAsks(new KeyResolver(new KeyHasher("test")),
				new ClientAddressResolver("X-Forwarded-For", List.of(), 64), new RequestExpressions(context));
		LimitedResponse responses = new LimitedResponse(EnumSet.allOf(HeaderFamily.class), new Jitter(0, this.clock),
				new CorsHeaders(new ApplicationCors(context)));
		Pass pass = new Pass(List.of((event) -> this.verdicts.add(event.verdict())));
		return new RateLimitFilter(new RequestPass(Entrance.EDGE, this.routes::get, paths, asks, pass), responses);
	}

	/**
	 * Exchange the rules for fresh ones: a route for each policy.
	 */
	void limit(Limited... limited) {
		MemoryStore store = new MemoryStore(1000, this.clock);
		limit(store::limiter, limited);
	}

	void limit(Function<RateLimitPolicy, RateLimiter> limiters, Limited... limited) {
		Map<String, PolicyRule> policies = new LinkedHashMap<>();
		for (Limited each : limited) {
			policies.put(each.policy.name(), new PolicyRule(each.policy, each.key, MissingKey.FAIL, Phase.EDGE));
		}
		RateLimitRules rules = new RateLimitRules(policies, List.of(limited).stream().map(Limited::route).toList());
		this.verdicts.clear();
		this.routes.set(RouteIndex.of(rules, (rule) -> true,
				new LimiterRegistry(policies.values().stream().map(PolicyRule::policy).toList(), limiters),
				PathPatternParser.defaultInstance, HealthPaths.of(this.context.getEnvironment()),
				(route) -> route.paths().stream().anyMatch(unhandled(rules)::contains)));
	}

	private Set<String> unhandled(RateLimitRules rules) {
		return UnmatchedPatterns.find(rules, List.copyOf(beans(HandlerMapping.class).values()));
	}

	int port(String property) {
		return this.context.getEnvironment().getRequiredProperty(property, Integer.class);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	<T> Map<String, T> beans(Class<T> type) {
		return this.context.getBeansOfType(type);
	}

	Reply get(String path, String... headers) {
		return send("GET", path, headers);
	}

	Reply send(String method, String path, String... headers) {
		return sendTo(port("local.server.port"), method, path, "", headers);
	}

	Reply post(String path, String body, String... headers) {
		String[] all = Arrays.copyOf(headers, headers.length + 1);
		all[headers.length] = "Content-Length: " + body.length();
		return sendTo(port("local.server.port"), "POST", path, body, all);
	}

	/**
	 * Send exactly these bytes, so that nobody tidies up an odd path.
	 */
	Reply sendTo(int port, String method, String path, String body, String... headers) {
		StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
		if (Arrays.stream(headers).noneMatch((header) -> header.startsWith("Host:"))) {
			request.append("Host: localhost\r\n");
		}
		for (String header : headers) {
			request.append(header).append("\r\n");
		}
		request.append("Connection: close\r\n\r\n").append(body);
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(20_000);
			OutputStream out = socket.getOutputStream();
			out.write(request.toString().getBytes(ISO_8859_1));
			out.flush();
			return Reply.read(socket.getInputStream(), "HEAD".equals(method));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * A policy, whose limit it is, and what it applies to.
	 */
	record Limited(RateLimitPolicy policy, KeySpec key, Route route) {

		/**
		 * So many per minute and address, counted exactly.
		 */
		static Limited perMinute(int permits, String... paths) {
			return of(exact("p", permits + "/60s"), "ip", paths);
		}

		static Limited of(RateLimitPolicy policy, String key, String... paths) {
			return new Limited(policy, KeySpec.parse(List.of(key)),
					new Route(paths[0], List.of(paths), List.of(), Set.of(), List.of(policy.name())));
		}

		Limited methods(String... methods) {
			return new Limited(this.policy, this.key, new Route(this.route.id(), this.route.paths(),
					this.route.exclude(), Set.of(methods), this.route.policies()));
		}

		Limited exclude(String... exclude) {
			return new Limited(this.policy, this.key, new Route(this.route.id(), this.route.paths(), List.of(exclude),
					this.route.methods(), this.route.policies()));
		}

		static RateLimitPolicy exact(String name, String... limits) {
			return RateLimitPolicy.builder(name).algorithm(Algorithm.SLIDING_WINDOW_LOG).limits(limits).build();
		}

	}

}
