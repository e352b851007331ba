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

import dev.ratelimit.rules.RulesProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for {@link RateLimitConfigurationFailureAnalyzer}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RateLimitConfigurationFailureAnalyzerTests {

	@Test
	void propertyValueAndRemedyOfEveryProblemAreShown() {
		RateLimitConfigurationException failure = new RateLimitConfigurationException(
				List.of(new RulesProblem("a.b", "c", "do d"), new RulesProblem("e.f", null, "do g")));
		assertThat(new RateLimitConfigurationFailureAnalyzer().analyze(new IllegalStateException(failure)))
			.satisfies((analysis) -> assertThat(analysis.getDescription()).isEqualToNormalizingNewlines("""
					The configuration of rate limiting cannot be used, for 2 reasons:

					    Property: a.b
					    Value: "c"
					    Remedy: do d

					    Property: e.f
					    Remedy: do g
					"""));
	}

	@Test
	void everyProblemIsShownWhenAnApplicationStarts(CapturedOutput output) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		assertThatException().isThrownBy(() -> application.run("--ratelimit.store=memory",
				"--ratelimit.policies.login.limits=100/60", "--ratelimit.policies.login.key=",
				"--ratelimit.policies.Public_Read.limits=1/1m", "--ratelimit.routes[0].paths=api/**",
				"--ratelimit.routes[0].policies=login", "--ratelimit.typo=1"));
		assertThat(output).contains("APPLICATION FAILED TO START", "for 5 reasons", "Property: ratelimit.typo",
				"Property: ratelimit.policies.login.limits", "Value: \"100/60\"", "quote the #", "write 'public-read'",
				"write /api/**");
		assertThat(output).doesNotContain("at org.springframework");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(RateLimitAutoConfiguration.class)
	static class Application {

	}

}
