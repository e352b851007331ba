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
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.Source;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link StorePulse}.
 */
class StorePulseTests {

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final ManualClock clock = new ManualClock(START);

	private final LiveInstances instances = new LiveInstances(1);

	private final ClockDrift drift = new ClockDrift(this.clock, Duration.ofSeconds(1));

	private final LocalShares shares = new LocalShares(new MemoryStore(10, this.clock, Source.LOCAL),
			this.instances::get);

	private final StoreWatch watch = new StoreWatch(this.clock, List.of());

	private final MemoryStore store = new MemoryStore(10, this.clock);

	private boolean down;

	private boolean left;

	private final StorePulse pulse = new StorePulse(new Heart(), this.instances, this.drift, this.shares, this.watch);

	@Test
	void aBeatTellsTheInstancesAndTheClockAndThatTheStoreAnswers() {
		this.watch.failed(new RateLimitStoreException(Kind.CONNECTION, "no connection", null));
		assertThat(this.pulse.beat()).isTrue();
		assertThat(this.instances.get()).isEqualTo(3);
		assertThat(this.drift.drift()).isEqualTo(Duration.ofMillis(250));
		assertThat(this.watch.failure()).isNull();
	}

	@Test
	void aBeatThatFailsKeepsTheLastCountAndTellsTheFailure() {
		this.pulse.beat();
		this.down = true;
		assertThat(this.pulse.beat()).isFalse();
		assertThat(this.instances.get()).isEqualTo(3);
		assertThat(this.watch.failure()).isEqualTo(new StoreWatch.Failure(Kind.TIMEOUT, START));
	}

	@Test
	void whatWasCountedHereIsSettledByTheFirstBeatThatIsAnswered() {
		RateLimitPolicy policy = RateLimitPolicy.builder("p").algorithm(Algorithm.FIXED_WINDOW).limits("9/1m").build();
		new FailoverRateLimiter(this.store.limiter(policy), this.shares, this.watch);
		this.shares.limiter(policy).tryAcquire("k", 4);
		this.down = true;
		this.pulse.beat();
		assertThat(this.shares.isEmpty()).isFalse();
		this.down = false;
		this.pulse.beat();
		assertThat(this.shares.isEmpty()).isTrue();
		assertThat(this.store.limiter(policy).tryAcquire("k", 0).reading()).isNotNull()
			.satisfies((reading) -> assertThat(reading.remaining()).isEqualTo(5));
	}

	@Test
	void whoGoesSaysSoUnlessTheStoreIsSilent() {
		this.pulse.close();
		assertThat(this.left).isTrue();
		this.down = true;
		assertThatNoException().isThrownBy(this.pulse::close);
	}

	/**
	 * A heartbeat that can be silenced.
	 */
	private final class Heart implements Heartbeat {

		@Override
		public Beat beat() {
			failIfDown();
			return new Beat(3, START.minusMillis(250).toEpochMilli() * 1000);
		}

		@Override
		public void leave() {
			failIfDown();
			StorePulseTests.this.left = true;
		}

		private void failIfDown() {
			if (StorePulseTests.this.down) {
				throw new RateLimitStoreException(Kind.TIMEOUT, "no answer", null);
			}
		}

	}

}
