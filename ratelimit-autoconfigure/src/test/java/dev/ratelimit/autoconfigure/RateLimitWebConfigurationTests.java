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

import java.util.EnumSet;
import java.util.Map;

import dev.ratelimit.web.RateLimitFilter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.DispatcherType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.pattern.PathPatternParser;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RateLimitWebConfiguration} and {@link RateLimitMetricsConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RateLimitWebConfigurationTests {

	private static final String[] PROPERTIES = { "ratelimit.store=memory", "ratelimit.policies.login.limits=2/1h",
			"ratelimit.policies.login.algorithm=fixed-window", "ratelimit.routes[0].id=log-in",
			"ratelimit.routes[0].paths=/login", "ratelimit.routes[0].exclude=/login/help",
			"ratelimit.routes[0].methods=post", "ratelimit.routes[0].policies=login" };

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
		.withPropertyValues(PROPERTIES);

	@Test
	void requestsPastTheLimitAreRefused() {
		this.runner.run((context) -> {
			assertThat(post(context, "/login").getStatus()).isEqualTo(200);
			assertThat(post(context, "/login").getStatus()).isEqualTo(200);
			assertThat(post(context, "/login").getStatus()).isEqualTo(429);
			assertThat(post(context, "/other").getStatus()).isEqualTo(200);
		});
	}

	@Test
	void filtersStandOnBothSidesOfSpringSecurityForRequestsOnly() {
		this.runner.run((context) -> {
			assertThat(registration(context, "rateLimitFilter").getOrder()).isEqualTo(-101);
			assertThat(registration(context, "rateLimitServiceFilter").getOrder()).isEqualTo(-99);
			assertThat(context.getBean(RateLimitFilter.class)).as("the primary one")
				.isSameAs(registration(context, "rateLimitFilter").getFilter());
		});
		this.runner.withPropertyValues("spring.security.filter.order=7").run((context) -> {
			assertThat(registration(context, "rateLimitFilter").getOrder()).isEqualTo(6);
			assertThat(registration(context, "rateLimitServiceFilter").getOrder()).isEqualTo(8);
		});
	}

	private static FilterRegistrationBean<?> registration(ApplicationContext context, String filter) {
		FilterRegistrationBean<?> registration = context.getBean(filter + "Registration", FilterRegistrationBean.class);
		assertThat(registration.getFilter()).isSameAs(context.getBean(filter));
		assertThat(registration.isAsyncSupported()).isTrue();
		assertThat(registration.determineDispatcherTypes()).isEqualTo(EnumSet.of(DispatcherType.REQUEST));
		return registration;
	}

	@Test
	void headersAreSentAsConfigured() {
		this.runner.run((context) -> assertThat(post(context, "/login").getHeaderNames()).contains("X-RateLimit-Limit",
				"RateLimit-Policy"));
		this.runner.withPropertyValues("ratelimit.response.headers=ietf")
			.run((context) -> assertThat(post(context, "/login").getHeaderNames()).contains("RateLimit-Policy")
				.doesNotContain("X-RateLimit-Limit"));
		this.runner.withPropertyValues("ratelimit.response.headers=")
			.run((context) -> assertThat(post(context, "/login").getHeaderNames()).isEmpty());
	}

	@Test
	void waitIsSpreadAsConfigured() {
		assertThat(retryAfter("0%")).isBetween(3590, 3600);
		assertThat(retryAfter("100%")).isGreaterThan(3600);
	}

	@Test
	void excludedPathsAndOtherMethodsAreFree() {
		this.runner.withPropertyValues("ratelimit.routes[0].paths=/login/**").run((context) -> {
			for (int i = 0; i < 4; i++) {
				assertThat(post(context, "/login/help").getHeaderNames()).isEmpty();
				assertThat(send(context, "GET", "/login").getHeaderNames()).isEmpty();
			}
		});
	}

	@Test
	void nothingIsFilteredWhenOff() {
		this.runner.withPropertyValues("ratelimit.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(RateLimitFilter.class)
				.doesNotHaveBean(FilterRegistrationBean.class));
	}

	@Test
	void applicationWithoutServletsHasNoFilter() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
			.withPropertyValues(PROPERTIES)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RateLimitFilter.class));
	}

	@Test
	void springMvcIsNotNeeded() {
		this.runner.withClassLoader(new FilteredClassLoader("org.springframework.web.servlet"))
			.run((context) -> assertThat(context).hasNotFailed().hasBean("rateLimitFilter"));
	}

	@Test
	void ownFilterReplacesOurs() {
		this.runner.withBean("rateLimitFilterRegistration", FilterRegistrationBean.class, FilterRegistrationBean::new)
			.run((context) -> assertThat(
					context.getBean("rateLimitFilterRegistration", FilterRegistrationBean.class).getFilter())
				.isNull());
	}

	@Test
	void patternsAreReadWithTheParserOfSpringMvc() {
		PathPatternParser parser = new PathPatternParser();
		parser.setCaseSensitive(false);
		this.runner.withBean("mvcPatternParser", PathPatternParser.class, () -> parser)
			.run((context) -> assertThat(post(context, "/LOGIN").getHeaderNames()).isNotEmpty());
	}

	@Test
	void patternThatNoHandlerAnswersIsMentioned(CapturedOutput output) {
		this.runner.withConfiguration(AutoConfigurations.of(WebMvcAutoConfiguration.class))
			.withBean(LoginController.class)
			.withPropertyValues("ratelimit.routes[0].paths=/login,/lgoin")
			.run((context) -> assertThat(output).contains("no handler of Spring MVC answers to", "[/lgoin]"));
	}

	@Test
	void decisionsAreCountedAndZeroIsVisible() {
		this.runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("ratelimit.decisions").tag("route", "log-in").counters()).isNotEmpty()
				.allMatch((counter) -> counter.count() == 0);
			post(context, "/login");
			assertThat(registry.get("ratelimit.decisions").tag("outcome", "allowed").counters())
				.anyMatch((counter) -> counter.count() == 1);
		});
	}

	@Test
	void metersAreNotNeeded() {
		this.runner.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().hasBean("rateLimitFilter"));
	}

	private int retryAfter(String jitter) {
		int[] longest = new int[1];
		this.runner
			.withPropertyValues("ratelimit.response.retry-after-jitter=" + jitter,
					"ratelimit.policies.login.algorithm=sliding-window-log", "ratelimit.policies.login.limits=1/1h")
			.run((context) -> {
				for (int i = 1; i < 20; i++) {
					MockHttpServletRequest request = new MockHttpServletRequest("POST", "/login");
					request.setRemoteAddr("192.0.2." + i);
					filter(context, request);
					String retryAfter = filter(context, request).getHeader("Retry-After");
					assertThat(retryAfter).isNotNull();
					longest[0] = Math.max(longest[0], Integer.parseInt(retryAfter));
				}
			});
		return longest[0];
	}

	private static MockHttpServletResponse post(ApplicationContext context, String path) throws Exception {
		return send(context, "POST", path);
	}

	private static MockHttpServletResponse send(ApplicationContext context, String method, String path)
			throws Exception {
		return filter(context, new MockHttpServletRequest(method, path));
	}

	private static MockHttpServletResponse filter(ApplicationContext context, MockHttpServletRequest request)
			throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		context.getBean(RateLimitFilter.class).doFilter(request, response, new MockFilterChain());
		return response;
	}

	@RestController
	static class LoginController {

		@GetMapping("/login")
		Map<String, String> login() {
			return Map.of();
		}

	}

}
