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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Reads properties as an application would.
 */
final class Yaml {

	private Yaml() {
	}

	static RateLimitProperties read(String yaml, Map<String, Object> variables) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		addTo(environment, yaml);
		return PropertiesReader.read(environment);
	}

	static void addTo(ConfigurableEnvironment environment, String yaml) {
		try {
			new YamlPropertySourceLoader().load("yaml", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
				.forEach(environment.getPropertySources()::addLast);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<String> problems(String yaml) {
		RateLimitConfigurationException ex = catchThrowableOfType(RateLimitConfigurationException.class,
				() -> read(yaml, Map.of()));
		assertThat(ex).as("refused").isNotNull();
		return ex.problems().stream().map(Object::toString).toList();
	}

}
