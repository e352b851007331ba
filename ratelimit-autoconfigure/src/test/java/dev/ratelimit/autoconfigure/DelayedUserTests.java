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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who a delayed request is from in an application with sessions, whichever dispatches
 * Spring Security sees.
 */
@ParameterizedClass(name = "security sees: {0}")
@ValueSource(strings = { "request,async,error", "request" })
class DelayedUserTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@Parameter
	String dispatcherTypes;

	private static ConfigurableApplicationContext context;

	@BeforeParameterizedClassInvocation
	static void start(String dispatcherTypes) {
		context = new SpringApplicationBuilder(Application.class)
			.properties("server.port=0", "management.health.redis.enabled=false",
					"spring.security.filter.dispatcher-types=" + dispatcherTypes,
					"ratelimit.policies.held.algorithm=leaky-bucket", "ratelimit.policies.held.limits=1/50ms",
					"ratelimit.policies.held.key=header:X-Caller", "ratelimit.routes[0].paths=/held/**",
					"ratelimit.routes[0].policies=held")
			.run();
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	@Test
	void whoHasLoggedInByFormIsWhoItWas() throws Exception {
		assertThat(delayed("Cookie", login())).isEqualTo("ann ann");
	}

	@Test
	void whoAFilterSaysStandsBehindTheSession() throws Exception {
		assertThat(delayed("Cookie", login(), "X-Acts-As", "eve")).isEqualTo("eve eve");
	}

	@Test
	void whoIsNobodyIsNobody() throws Exception {
		assertThat(delayed()).isEqualTo("null anonymousUser");
	}

	@Test
	void nobodyIsLeftOnTheThread() throws Exception {
		Application.left.clear();
		delayed("X-Acts-As", "eve");
		assertThat(Application.left).containsOnly("nobody");
	}

	/**
	 * Who the handler takes the second of two requests to be from.
	 */
	private String delayed(String... headers) throws Exception {
		String caller = UUID.randomUUID().toString();
		get(caller, headers);
		HttpResponse<String> response = get(caller, headers);
		assertThat(response.headers().firstValue("x-ratelimit-delay")).hasValue("0.050");
		return response.body();
	}

	private HttpResponse<String> get(String caller, String... headers) throws Exception {
		HttpRequest.Builder request = request("/held/me").header("X-Caller", caller);
		HttpResponse<String> response = this.client
			.send(((headers.length > 0) ? request.headers(headers) : request).build(), BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		return response;
	}

	private String login() throws Exception {
		HttpResponse<String> response = this.client
			.send(request("/login").header("Content-Type", "application/x-www-form-urlencoded")
				.POST(BodyPublishers.ofString("username=ann&password=pw"))
				.build(), BodyHandlers.ofString());
		return response.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
	}

	private static HttpRequest.Builder request(String path) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
	}

	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		static final Queue<String> left = new ConcurrentLinkedQueue<>();

		@GetMapping("/held/me")
		String me(HttpServletRequest request) {
			Principal user = request.getUserPrincipal();
			return ((user != null) ? user.getName() : "null") + " "
					+ SecurityContextHolder.getContext().getAuthentication().getName();
		}

		@Bean
		FilterRegistrationBean<Filter> outermost() {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				chain.doFilter(request, response);
				left.add((SecurityContextHolder.getContext().getAuthentication() != null) ? "somebody" : "nobody");
			});
			registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
			registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
			return registration;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity security) throws Exception {
			return security.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.formLogin(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.addFilterBefore((request, response, chain) -> {
					String user = ((HttpServletRequest) request).getHeader("X-Acts-As");
					if (user != null && request.getDispatcherType() == DispatcherType.REQUEST) {
						SecurityContextHolder.setContext(new SecurityContextImpl(
								UsernamePasswordAuthenticationToken.authenticated(user, null, List.of())));
					}
					chain.doFilter(request, response);
				}, AuthorizationFilter.class)
				.build();
		}

		@Bean
		UserDetailsService users() {
			return (name) -> User.withUsername(name).password("{noop}pw").build();
		}

		@Bean
		RateLimitStore store() {
			return new MemoryStore(1000, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));
		}

	}

}
