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
import java.time.Duration;
import java.util.Locale;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the plots of the reference to what the algorithms do. To draw them anew:
 * {@value #COMMAND}.
 */
class AlgorithmPlotTests {

	private static final String COMMAND = "mvn -pl ratelimit-autoconfigure test -Dtest=AlgorithmPlotTests -Dratelimit.docs.update=true";

	private static final Path PAGES = Path.of("..", "docs", "algorithms");

	@ParameterizedTest
	@EnumSource
	void thePageShowsWhatTheAlgorithmDoes(Algorithm algorithm) throws IOException {
		String name = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
		Path file = PAGES.resolve(name + ".svg");
		String drawn = Plot.of(Trace.of(policy(algorithm)));
		if (Boolean.getBoolean("ratelimit.docs.update")) {
			Files.writeString(file, drawn);
		}
		assertThat(file).as("run %s", COMMAND).content().isEqualTo(drawn);
		assertThat(PAGES.resolve(name + ".md")).content().contains("](" + name + ".svg)");
	}

	private static RateLimitPolicy policy(Algorithm algorithm) {
		RateLimitPolicy.Builder policy = RateLimitPolicy.builder("p").algorithm(algorithm);
		return switch (algorithm) {
			case TOKEN_BUCKET -> policy.limits("1/1s burst 10").build();
			case LEAKY_BUCKET -> policy.limits("1/1s").queue(9).maxWait(Duration.ofSeconds(10)).build();
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER ->
				policy.limits("10/10s").windowPhase(WindowPhase.ALIGNED).build();
			case SLIDING_WINDOW_LOG -> policy.limits("10/10s").build();
		};
	}

}
