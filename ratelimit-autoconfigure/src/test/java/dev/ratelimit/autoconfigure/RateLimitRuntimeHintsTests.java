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
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
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
			.getResources("classpath*:dev/ratelimit/redis/*.lua");
		assertThat(scripts).hasSizeGreaterThan(5)
			.allSatisfy((script) -> assertThat(
					RuntimeHintsPredicates.resource().forResource("dev/ratelimit/redis/" + script.getFilename()))
				.accepts(this.hints));
	}

	@Test
	void everyRecordOfThePropertiesCanBeBound() {
		Stream.concat(Stream.of(RateLimitProperties.class), Stream.of(RateLimitProperties.class.getDeclaredClasses()))
			.filter(Class::isRecord)
			.forEach((type) -> assertThat(
					RuntimeHintsPredicates.reflection().onConstructorInvocation(type.getDeclaredConstructors()[0]))
				.as(type.getName())
				.accepts(this.hints));
	}

}
