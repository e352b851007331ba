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

package dev.ratelimit.limiter;

import java.time.Duration;
import java.time.Instant;

import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ClockDrift}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClockDriftTests {

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final ClockDrift drift = new ClockDrift(new ManualClock(START), Duration.ofSeconds(1));

	/**
	 * Other tests of this JVM may have turned it down.
	 */
	@BeforeEach
	void listenToTheLog() {
		LoggingSystem.get(getClass().getClassLoader()).setLogLevel(ClockDrift.class.getName(), LogLevel.INFO);
	}

	@Test
	void driftIsMeasuredAgainstTheMiddleOfTheCall(CapturedOutput output) {
		assertThat(this.drift.drift()).isNull();
		this.drift.measured(START, START.minusMillis(980), START.plusMillis(40));
		assertThat(this.drift.drift()).isEqualTo(Duration.ofSeconds(1));
		this.drift.measured(START, START.plusMillis(520), START.plusMillis(40));
		assertThat(this.drift.drift()).isEqualTo(Duration.ofMillis(-500));
		assertThat(output).doesNotContain("clock");
	}

	@Test
	void moreThanTheThresholdIsAWarningOnceAMinute(CapturedOutput output) {
		for (int second = 0; second < 120; second++) {
			Instant now = START.plusSeconds(second);
			this.drift.measured(now, now.plusMillis(2500), now);
		}
		assertThat(output.getAll().lines().filter((line) -> line.contains("WARN"))).hasSize(2)
			.allSatisfy((line) -> assertThat(line).contains("This machine's clock is 2500 ms behind the store's")
				.contains("ratelimit.redis.max-clock-drift (1000 ms)"));
	}

	@Test
	void crossingTheThresholdAgainIsAWarningAgain(CapturedOutput output) {
		this.drift.measured(START, START.minusSeconds(2), START);
		this.drift.measured(START, START, START);
		this.drift.measured(START, START.minusSeconds(2), START);
		assertThat(output.getAll().split("2000 ms ahead of the store's", -1)).hasSize(3);
	}

}
