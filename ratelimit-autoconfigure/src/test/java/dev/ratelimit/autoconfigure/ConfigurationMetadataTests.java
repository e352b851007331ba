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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what tools and Spring Boot read from {@code META-INF}.
 */
class ConfigurationMetadataTests {

	@Test
	void everyPropertyIsDescribed() throws IOException {
		// Spring Boot describes the properties that every endpoint has.
		List<Map<String, Object>> properties = list("properties").stream()
			.filter((property) -> ((String) property.get("name")).startsWith("ratelimit."))
			.toList();
		assertThat(properties).extracting((property) -> property.get("name"))
			.containsExactlyInAnyOrder("ratelimit.enabled", "ratelimit.store", "ratelimit.failure-mode",
					"ratelimit.timeout", "ratelimit.prefix", "ratelimit.key-secret",
					"ratelimit.client-ip.trusted-proxies", "ratelimit.client-ip.header",
					"ratelimit.client-ip.ipv6-prefix-length", "ratelimit.response.headers",
					"ratelimit.response.retry-after-jitter", "ratelimit.delay.max-waiting",
					"ratelimit.annotation.order", "ratelimit.memory.max-keys", "ratelimit.local.instances",
					"ratelimit.redis.connection-factory", "ratelimit.redis.max-clock-drift", "ratelimit.policies",
					"ratelimit.routes");
		assertThat(properties).allSatisfy((property) -> assertThat(property.get("description")).asString()
			.isNotBlank()
			.endsWith(".")
			.doesNotStartWith("The ")
			.doesNotStartWith("A "));
	}

	@Test
	void defaultsAreTold() throws IOException {
		assertThat(list("properties")).filteredOn((property) -> property.containsKey("defaultValue"))
			.extracting((property) -> property.get("name"))
			.contains("ratelimit.enabled", "ratelimit.store", "ratelimit.failure-mode", "ratelimit.timeout",
					"ratelimit.client-ip.header", "ratelimit.client-ip.ipv6-prefix-length",
					"ratelimit.response.headers", "ratelimit.response.retry-after-jitter",
					"ratelimit.delay.max-waiting", "ratelimit.annotation.order", "ratelimit.memory.max-keys",
					"ratelimit.local.instances", "ratelimit.redis.max-clock-drift");
	}

	@Test
	void valuesAreSuggested() throws IOException {
		assertThat(list("hints")).extracting((hint) -> hint.get("name"))
			.containsExactlyInAnyOrder("ratelimit.store", "ratelimit.failure-mode", "ratelimit.client-ip.header",
					"ratelimit.response.headers", "ratelimit.redis.connection-factory");
	}

	@Test
	void autoConfigurationIsFound() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates())
			.contains(RateLimitAutoConfiguration.class.getName());
	}

	@Test
	void failureAnalyzerIsFound() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.logging(LogFactory.getLog(getClass()))))
			.hasAtLeastOneElementOfType(RateLimitConfigurationFailureAnalyzer.class);
	}

	@SuppressWarnings("unchecked")
	private List<Map<String, Object>> list(String name) throws IOException {
		try (InputStream in = RateLimitProperties.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			assertThat(in).as("generated metadata").isNotNull();
			String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
			return (List<Map<String, Object>>) JsonParserFactory.getJsonParser().parseMap(json).get(name);
		}
	}

}
