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

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the wiring in a servlet container, with Spring Security and Actuator there.
 */
@ExtendWith(OutputCaptureExtension.class)
class ServletContainerTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void limitStandsBeforeAuthenticationAndBesideOtherAutoConfiguration(CapturedOutput output) throws Exception {
		SpringApplication application = new SpringApplication(Application.class);
		try (ConfigurableApplicationContext context = application.run("--server.port=0", "--ratelimit.store=memory",
				"--ratelimit.policies.read.limits=2/1h", "--ratelimit.policies.read.algorithm=fixed-window",
				"--ratelimit.routes[0].paths=/articles", "--ratelimit.routes[0].policies=read")) {
			String base = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
			assertThat(get(base + "/articles").statusCode()).isEqualTo(401);
			assertThat(get(base + "/articles").statusCode()).isEqualTo(401);
			HttpResponse<String> refused = get(base + "/articles");
			assertThat(refused.statusCode()).isEqualTo(429);
			assertThat(refused.headers().firstValue("Retry-After")).isPresent();
			assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
			assertThat(get(base + "/other").statusCode()).isEqualTo(401);
		}
		assertThat(output).contains("Rate limiting: 1 policy, 1 route, 0 methods, store memory, failure mode local")
			.doesNotContain("is not eligible for getting processed by all BeanPostProcessors");
	}

	private HttpResponse<String> get(String uri) throws IOException, InterruptedException {
		return this.client.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(ArticleController.class)
	static class Application {

	}

	@RestController
	static class ArticleController {

		@GetMapping("/articles")
		String articles() {
			return "[]";
		}

	}

}
