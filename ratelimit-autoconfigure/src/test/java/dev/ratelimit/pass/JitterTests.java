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

package dev.ratelimit.pass;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Jitter}.
 */
class JitterTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:10Z"));

	private final Jitter jitter = new Jitter(0.1, this.clock);

	@Test
	void aShareOfZeroSwitchesItOff() {
		Duration wait = Duration.ofSeconds(42);
		assertThat(new Jitter(0, this.clock).lengthen(wait, MINUTE, "k")).isEqualTo(wait);
	}

	@Test
	void onlyEverLengthensByLessThanTheSpan() {
		assertSpan(Duration.ofSeconds(15), MINUTE, Duration.ofSeconds(5));
		assertSpan(Duration.ofSeconds(100), MINUTE, Duration.ofSeconds(10));
		assertSpan(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(1));
		assertSpan(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));
	}

	private void assertSpan(Duration wait, Duration window, Duration span) {
		Duration shortest = span;
		Duration longest = Duration.ZERO;
		for (int i = 0; i < 1000; i++) {
			Duration offset = this.jitter.lengthen(wait, window, "ip|10.0.0." + i).minus(wait);
			assertThat(offset).isBetween(Duration.ZERO, span.minusNanos(1));
			shortest = (offset.compareTo(shortest) < 0) ? offset : shortest;
			longest = (offset.compareTo(longest) > 0) ? offset : longest;
		}
		assertThat(shortest).isLessThan(span.dividedBy(50));
		assertThat(longest).isGreaterThan(span.minus(span.dividedBy(50)));
	}

	@Test
	void staysTheSameForWhoPollsUntilTheWaitEndsInAnotherWindow() {
		Instant end = this.clock.instant().plusSeconds(45);
		Set<Duration> offsets = new HashSet<>();
		while (this.clock.instant().isBefore(end)) {
			Duration wait = Duration.between(this.clock.instant(), end);
			offsets.add(this.jitter.lengthen(wait, MINUTE, "k").minus(wait));
			this.clock.advance(Duration.ofMillis(100));
		}
		assertThat(offsets).hasSize(1);
		Duration wait = Duration.ofSeconds(65);
		assertThat(offsets).doesNotContain(this.jitter.lengthen(wait, MINUTE, "k").minus(wait));
	}

	@Test
	void similarKeysAreSpreadEvenly() {
		int[] perTenth = new int[10];
		for (int i = 0; i < 10_000; i++) {
			long hash = Integer.toUnsignedLong(Jitter.hash("ip|10.0." + (i / 256) + "." + (i % 256), 29_454_000));
			perTenth[(int) ((hash * 10) >>> 32)]++;
		}
		for (int count : perTenth) {
			assertThat(count).isBetween(850, 1150);
		}
	}

	@Test
	void theOffsetIsExactBeyondSixtyFourBits() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int i = 0; i < 10_000; i++) {
			long span = random.nextLong(4_000_000_000_000_000L);
			int hash = random.nextInt();
			BigInteger exact = BigInteger.valueOf(span)
				.multiply(BigInteger.valueOf(Integer.toUnsignedLong(hash)))
				.shiftRight(32);
			assertThat(Jitter.offset(span, hash)).as("seed %d, span %d, hash %d", seed, span, hash)
				.isEqualTo(exact.longValueExact());
		}
	}

	@Test
	void refusesAShareThatIsNone() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Jitter(1.1, this.clock));
		assertThatIllegalArgumentException().isThrownBy(() -> new Jitter(-0.1, this.clock));
		assertThatIllegalArgumentException().isThrownBy(() -> new Jitter(Double.NaN, this.clock));
	}

}
