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

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreWatch}.
 */
class StoreWatchTests {

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final ManualClock clock = new ManualClock(START);

	private final StoreWatch watch = new StoreWatch(this.clock, List.of());

	@Test
	void aStoreIsTakenToAnswerUntilACallFails() {
		assertThat(this.watch.failure()).isNull();
		assertThat(this.watch.lastFailure()).isNull();
	}

	@Test
	void anUnbrokenRowOfFailuresHasOneBeginningAndTheLastKind() {
		fail(Kind.TIMEOUT);
		this.clock.advance(Duration.ofSeconds(3));
		fail(Kind.CONNECTION);
		assertThat(this.watch.failure()).isEqualTo(new StoreWatch.Failure(Kind.CONNECTION, START));
		assertThat(this.watch.lastFailure())
			.isEqualTo(new StoreWatch.LastFailure(Kind.CONNECTION, START.plusSeconds(3)));
	}

	@Test
	void oneAnswerEndsARowAndTheLastFailureIsStillKnown() {
		fail(Kind.TIMEOUT);
		this.watch.answered();
		assertThat(this.watch.failure()).isNull();
		assertThat(this.watch.lastFailure()).isEqualTo(new StoreWatch.LastFailure(Kind.TIMEOUT, START));
		this.clock.advance(Duration.ofMinutes(1));
		fail(Kind.PERMANENT);
		assertThat(this.watch.failure()).isEqualTo(new StoreWatch.Failure(Kind.PERMANENT, START.plusSeconds(60)));
	}

	@Test
	void callsThatAreSparedDoNotHideWhy() {
		fail(Kind.CONNECTION);
		fail(Kind.CIRCUIT_OPEN);
		assertThat(this.watch.failure()).isEqualTo(new StoreWatch.Failure(Kind.CONNECTION, START));
		assertThat(this.watch.lastFailure()).isEqualTo(new StoreWatch.LastFailure(Kind.CONNECTION, START));
	}

	@Test
	void aStoreThatCanBeReachedMayStillRefuseForGood() {
		fail(Kind.PERMANENT);
		this.watch.reachable();
		assertThat(this.watch.failure()).isEqualTo(new StoreWatch.Failure(Kind.PERMANENT, START));
		this.watch.answered();
		for (Kind kind : List.of(Kind.TIMEOUT, Kind.UNAVAILABLE, Kind.OOM)) {
			fail(kind);
			this.watch.reachable();
			assertThat(this.watch.failure()).isNull();
		}
	}

	@Test
	void aLookDoesNotTellWhetherTheStoreTakesWhatIsWritten() {
		for (Kind kind : List.of(Kind.UNAVAILABLE, Kind.OOM, Kind.PERMANENT)) {
			fail(kind);
			this.watch.looked();
			assertThat(this.watch.failure()).isEqualTo(new StoreWatch.Failure(kind, START));
			this.watch.answered();
		}
		fail(Kind.TIMEOUT);
		this.watch.looked();
		assertThat(this.watch.failure()).isNull();
	}

	private void fail(Kind kind) {
		this.watch.failed(new RateLimitStoreException(kind, "failed", null));
	}

}
