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

package dev.ratelimit.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps {@code docs/failures.md} to what is proved: every test that it names is there,
 * and every fault of its table names one.
 */
class FailurePageTests {

	private static final Path PAGE = Path.of("..", "docs", "failures.md");

	private static final Path TESTS = Path.of("src", "test", "java");

	private static final Pattern TEST = Pattern.compile("`(\\w+Tests)#(\\w+)`");

	@Test
	void everyTestThatIsNamedIsThere() throws IOException {
		List<MatchResult> named = TEST.matcher(Files.readString(PAGE)).results().toList();
		assertThat(named).hasSizeGreaterThan(20);
		for (MatchResult test : named) {
			assertThat(source(test.group(1))).as(test.group())
				.containsPattern("@(Test|ParameterizedTest)[^;]*?\\bvoid " + test.group(2) + "\\(");
		}
	}

	@Test
	void everyFaultOfTheTableNamesAProof() throws IOException {
		List<String> faults = Files.readAllLines(PAGE)
			.stream()
			.dropWhile((line) -> !line.startsWith("| fault |"))
			.skip(2)
			.takeWhile((line) -> line.startsWith("|"))
			.toList();
		assertThat(faults).hasSizeGreaterThan(10)
			.allSatisfy((fault) -> assertThat(fault).containsPattern(TEST.pattern() + "[^|]*\\|$"));
	}

	private static String source(String test) throws IOException {
		try (Stream<Path> files = Files.walk(TESTS)) {
			Path file = files.filter((path) -> path.endsWith(test + ".java")).findFirst().orElseThrow();
			return Files.readString(file);
		}
	}

}
