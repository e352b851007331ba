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

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import dev.ratelimit.rules.RateLimitRules;
import dev.ratelimit.rules.Route;
import org.junit.jupiter.api.Test;

import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UncoveredEndpoints}.
 */
class UncoveredEndpointsTests {

	@Test
	void handlersThatNoRouteCanMatchAreFound() {
		assertThat(find(List.of())).containsExactly("* /any -> Orders#any", "GET /orders/{id} -> Orders#one",
				"HEAD /orders/{id} -> Orders#check", "POST /orders,/orders/new -> Orders#create");
	}

	@Test
	void oneRouteThatMayMatchIsEnough() {
		assertThat(find(List.of(), "/**")).isEmpty();
		assertThat(find(List.of(), "/orders/*")).containsExactly("* /any -> Orders#any");
		assertThat(find(List.of(), "/orders/new", "/any")).isEmpty();
		assertThat(find(List.of(), "/order/**")).hasSize(4);
	}

	@Test
	void methodsCountAndGetCoversHead() {
		assertThat(find(List.of("GET"), "/**")).containsExactly("POST /orders,/orders/new -> Orders#create");
		assertThat(find(List.of("HEAD"), "/**")).containsExactly("GET /orders/{id} -> Orders#one",
				"POST /orders,/orders/new -> Orders#create");
		assertThat(find(List.of("DELETE"), "/**")).hasSize(3)
			.as("a handler of all methods is covered in part")
			.noneMatch((line) -> line.contains("/any"));
	}

	@Test
	void whatIsExcludedIsOnPurpose() {
		Route route = new Route("r", List.of("/**"), List.of("/any"), Set.of(), List.of());
		assertThat(UncoveredEndpoints.find(new RateLimitRules(Map.of(), List.of(route)), List.of(mapping()),
				(handler) -> false))
			.isEmpty();
	}

	@Test
	void handlersThatAreLimitedOtherwiseAreLeftOut() {
		Predicate<HandlerMethod> limited = (handler) -> handler.getMethod().getName().equals("any");
		assertThat(UncoveredEndpoints.find(new RateLimitRules(Map.of(), List.of()), List.of(mapping()), limited))
			.hasSize(3)
			.noneMatch((line) -> line.contains("/any"));
	}

	private static List<String> find(List<String> methods, String... paths) {
		Route route = new Route("r", List.of(paths), List.of(), Set.copyOf(methods), List.of());
		return UncoveredEndpoints.find(new RateLimitRules(Map.of(), List.of(route)), List.of(mapping()),
				(handler) -> false);
	}

	private static RequestMappingHandlerMapping mapping() {
		StaticWebApplicationContext context = new StaticWebApplicationContext();
		context.registerSingleton("orders", Orders.class);
		context.registerSingleton("errors", OwnErrors.class);
		RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
		mapping.setApplicationContext(context);
		mapping.afterPropertiesSet();
		return mapping;
	}

	@RestController
	static class Orders {

		@GetMapping("/orders/{id}")
		String one() {
			return "one";
		}

		@RequestMapping(path = "/orders/{id}", method = RequestMethod.HEAD)
		void check() {
		}

		@PostMapping({ "/orders/new", "/orders" })
		String create() {
			return "created";
		}

		@RequestMapping("/any")
		String any() {
			return "any";
		}

	}

	@RestController
	static class OwnErrors implements ErrorController {

		@RequestMapping("/error")
		String error() {
			return "sorry";
		}

	}

}
