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
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the table of all properties in the reference to what the code does.
 */
class ConfigurationReferenceTests {

	/** Default cells by the name of the property. */
	private static final Map<String, String> rows = new LinkedHashMap<>();

	@BeforeAll
	static void readTables() throws IOException {
		for (String line : Files.readAllLines(Path.of("..", "docs", "configuration.md"))) {
			String[] cells = line.split("\\|", -1);
			if (cells.length > 3 && cells[1].strip().startsWith("`")) {
				String name = cells[1].strip().replace("`", "").replaceAll("(\\.<name>|\\[])$", "");
				assertThat(rows.put(name, cells[2].strip().replace("`", ""))).as("second row for " + name).isNull();
			}
		}
	}

	@Test
	@SuppressWarnings("unchecked")
	void everyPropertyIsInTheTableWithItsDefault() throws IOException {
		try (InputStream in = RateLimitProperties.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
			List<Map<String, Object>> properties = ((List<Map<String, Object>>) JsonParserFactory.getJsonParser()
				.parseMap(json)
				.get("properties")).stream()
				.filter((property) -> ((String) property.get("name")).startsWith("ratelimit."))
				.toList();
			assertThat(properties).allSatisfy((property) -> {
				String name = (String) property.get("name");
				assertThat(rows).containsKey(name);
				if (property.get("defaultValue") != null) {
					assertThat(rows.get(name)).as(name).isEqualTo(text(property.get("defaultValue")));
				}
			});
			assertThat(rows.keySet().stream().filter((name) -> name.startsWith("ratelimit.")))
				.hasSameSizeAs(properties);
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { RateLimitProperties.Policy.class, RateLimitProperties.Route.class })
	void everyPropertyOfPoliciesAndRoutesIsInTheTableWithItsDefault(Class<?> type) {
		for (RecordComponent component : type.getRecordComponents()) {
			String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
			assertThat(rows).containsKey(name);
			DefaultValue value = parameter(type, component).getAnnotation(DefaultValue.class);
			if (value != null && value.value().length > 0) {
				assertThat(rows.get(name)).as(name).isEqualTo(String.join(",", value.value()));
			}
		}
	}

	private static Parameter parameter(Class<?> type, RecordComponent component) {
		return Arrays.stream(type.getDeclaredConstructors()[0].getParameters())
			.filter((parameter) -> parameter.getName().equals(component.getName()))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Lists are written as they are in properties.
	 */
	private static String text(Object value) {
		return value.toString().replaceAll("[\\[\\] ]", "");
	}

}
