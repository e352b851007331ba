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
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;

import dev.ratelimit.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the plots of the reference to what the algorithms do. To draw them anew:
 * {@value #COMMAND}.
 */
class AlgorithmPlotTests {

	private static final String COMMAND = "mvn -pl ratelimit-autoconfigure test -Dtest=AlgorithmPlotTests -Dratelimit.docs.update=true";

	private static final Path PAGES = Path.of("..", "docs", "algorithms");

	private static final int MAX_BYTES = 60_000;

	@ParameterizedTest
	@EnumSource
	void thePlotShowsWhatTheAlgorithmDoes(Algorithm algorithm) throws IOException {
		Path file = PAGES.resolve(AlgorithmPlots.name(algorithm) + ".svg");
		String drawn = AlgorithmPlots.draw(algorithm);
		if (Boolean.getBoolean("ratelimit.docs.update")) {
			Files.writeString(file, drawn);
		}
		assertThat(file).as("to draw it anew run %s", COMMAND).content().isEqualTo(drawn);
	}

	@ParameterizedTest
	@EnumSource
	void thePageEmbedsThePlotAndTheIndexLinksThePage(Algorithm algorithm) {
		String name = AlgorithmPlots.name(algorithm);
		assertThat(PAGES.resolve(name + ".md")).content().containsOnlyOnce("](" + name + ".svg)");
		assertThat(PAGES.resolve("README.md")).content().contains("](" + name + ".md)");
	}

	@ParameterizedTest
	@EnumSource
	void thePlotIsSmallWellFormedXml(Algorithm algorithm) throws Exception {
		String drawn = AlgorithmPlots.draw(algorithm);
		assertThat(drawn.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
		assertThat(DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(drawn)))
			.getDocumentElement()
			.getTagName()).isEqualTo("svg");
	}

	@ParameterizedTest
	@EnumSource
	void nothingInThePlotIsBeyondTheWorstCase(Algorithm algorithm) {
		assertThat(Trace.of(AlgorithmPlots.policy(algorithm)).mostPassed())
			.isLessThanOrEqualTo(AlgorithmPlots.worst(algorithm));
	}

	@Test
	void thePlotsShowTheDoublingOfTheFixedWindowAndThatTheLogHasNone() {
		assertThat(Trace.of(AlgorithmPlots.policy(Algorithm.FIXED_WINDOW)).mostPassed()).isEqualTo(20);
		assertThat(Trace.of(AlgorithmPlots.policy(Algorithm.SLIDING_WINDOW_LOG)).mostPassed()).isEqualTo(10);
	}

}
