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
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.HeaderNumbers;
import dev.ratelimit.pass.Jitter;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RulesReading;
import dev.ratelimit.testing.ManualClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the examples on the pages of the algorithms to what the code does.
 */
class AlgorithmPageTests {

	private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

	private static final Pattern ROW = Pattern.compile("\\| [0-9.]+ s \\|.*");

	/** Divides by every window of the pages: their examples begin with a window. */
	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	@ParameterizedTest
	@EnumSource
	void everyConfigurationIsAcceptedAndNeedsNoAdvice(Algorithm algorithm) throws IOException {
		assertThat(configurations(algorithm)).isNotEmpty().allSatisfy((yaml) -> {
			RulesReading reading = RulesFactory.read(Yaml.read(yaml, Map.of()));
			assertThat(reading.problems()).isEmpty();
			assertThat(reading.warnings()).isEmpty();
			assertThat(reading.hints()).isEmpty();
			assertThat(reading.rules().policies().values()).isNotEmpty()
				.allSatisfy((rule) -> assertThat(rule.policy().algorithm()).isEqualTo(algorithm));
		});
	}

	/**
	 * The table says of each request: when, how many permits, the answer, and what a
	 * client is told without jitter.
	 */
	@ParameterizedTest
	@EnumSource
	void theWorkedExampleIsWhatTheAlgorithmAnswers(Algorithm algorithm) throws IOException {
		RateLimitPolicy policy = policy(configurations(algorithm).get(0));
		ManualClock clock = new ManualClock(START);
		RateLimiter limiter = new MemoryStore(10, clock).limiter(policy);
		List<String> rows = page(algorithm).lines().filter((line) -> ROW.matcher(line).matches()).toList();
		assertThat(rows).hasSizeGreaterThan(4);
		for (String row : rows) {
			List<String> cells = Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
			clock.set(START.plus(time(cells.get(1))));
			Decision decision = limiter.tryAcquire("caller", Long.parseLong(cells.get(2)));
			HeaderNumbers told = HeaderNumbers.of(policy, decision, "caller", new Jitter(0, clock));
			assertThat(List.of(answer(decision), text(told.remaining()), text(told.reset()), text(told.retryAfter())))
				.as(row)
				.isEqualTo(cells.subList(3, 7));
		}
	}

	private static String page(Algorithm algorithm) throws IOException {
		String name = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
		return Files.readString(Path.of("..", "docs", "algorithms", name + ".md"));
	}

	private static List<String> configurations(Algorithm algorithm) throws IOException {
		return YAML.matcher(page(algorithm)).results().map((result) -> result.group(1)).toList();
	}

	private static RateLimitPolicy policy(String yaml) {
		PolicyRule rule = RulesFactory.rules(Yaml.read(yaml, Map.of())).policies().values().iterator().next();
		RateLimitPolicy policy = rule.policy();
		return new RateLimitPolicy(policy.name(), policy.algorithm(), policy.limits(), policy.queue(), policy.maxWait(),
				WindowPhase.ALIGNED, policy.countRejected(), policy.minInterval(), policy.failureMode());
	}

	private static Duration time(String cell) {
		return Duration.ofNanos(new BigDecimal(cell.replace(" s", "")).movePointRight(9).longValueExact());
	}

	private static String answer(Decision decision) {
		String outcome = decision.outcome().name().toLowerCase(Locale.ROOT);
		return (decision.outcome() == Outcome.DELAYED) ? "%s %s s".formatted(outcome, seconds(decision.delay()))
				: outcome;
	}

	private static String seconds(Duration duration) {
		return BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros().toPlainString();
	}

	private static String text(@Nullable Long number) {
		return Objects.toString(number, "");
	}

}
