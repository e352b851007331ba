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
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;

import dev.ratelimit.actuate.KeyDescriptor;
import dev.ratelimit.actuate.RateLimitDescriptor;
import dev.ratelimit.actuate.RateLimitEndpoint;
import dev.ratelimit.actuate.RateLimitEndpointWebExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RateLimitRuntimeHints}.
 */
class RateLimitRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	@BeforeEach
	void register() {
		new RateLimitRuntimeHints().registerHints(this.hints, getClass().getClassLoader());
	}

	@Test
	void everyScriptIsPartOfAnImage() throws IOException {
		Resource[] scripts = new PathMatchingResourcePatternResolver()
			.getResources("classpath*:dev/ratelimit/**/*.lua");
		assertThat(scripts).hasSizeGreaterThan(5)
			.allSatisfy((script) -> assertThat(RuntimeHintsPredicates.resource().forResource(name(script)))
				.accepts(this.hints));
	}

	@Test
	void everyRecordOfThePropertiesCanBeBound() {
		List<Class<?>> records = records(RateLimitProperties.class).toList();
		assertThat(records).hasSizeGreaterThan(5);
		records.forEach((type) -> assertThat(
				RuntimeHintsPredicates.reflection().onConstructorInvocation(type.getDeclaredConstructors()[0]))
			.as(type.getName())
			.accepts(this.hints));
	}

	/**
	 * Spring Boot registers what operations return; this is to notice if it does not.
	 */
	@Test
	void everyRecordThatTheEndpointReturnsCanBeWritten() {
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(this.hints, RateLimitEndpoint.class,
				RateLimitEndpointWebExtension.class);
		assertThat(Stream.concat(records(RateLimitDescriptor.class), records(KeyDescriptor.class)))
			.hasSizeGreaterThan(7)
			.allSatisfy((type) -> {
				for (RecordComponent component : type.getRecordComponents()) {
					assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(component.getAccessor()))
						.as(component.toString())
						.accepts(this.hints);
				}
			});
		for (Class<?> endpoint : List.of(RateLimitEndpoint.class, RateLimitEndpointWebExtension.class)) {
			for (Method operation : endpoint.getDeclaredMethods()) {
				if (Modifier.isPublic(operation.getModifiers())) {
					assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(operation))
						.as(operation.toString())
						.accepts(this.hints);
				}
			}
		}
	}

	private static Stream<Class<?>> records(Class<?> type) {
		Stream<Class<?>> nested = Stream.of(type.getDeclaredClasses()).flatMap(RateLimitRuntimeHintsTests::records);
		return type.isRecord() ? Stream.concat(Stream.of(type), nested) : nested;
	}

	private static String name(Resource script) throws IOException {
		String url = script.getURL().toString();
		return url.substring(url.lastIndexOf("dev/ratelimit/"));
	}

}
