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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.WaitingRoom.Seat;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link WaitingRoom}.
 */
class WaitingRoomTests {

	private static final Duration SHORT = Duration.ofMillis(20);

	private static final Duration LONG = Duration.ofMinutes(1);

	private final WaitingRoom room = new WaitingRoom(2);

	@AfterEach
	void close() {
		this.room.close();
	}

	@Test
	void hasOnlySoManySeats() {
		Seat one = take();
		take();
		assertThat(this.room.waiting()).isEqualTo(2);
		assertThat(this.room.take()).isNull();
		assertThat(one.leave()).isTrue();
		assertThat(one.leave()).as("a second time").isFalse();
		assertThat(this.room.waiting()).isEqualTo(1);
		take();
		assertThat(this.room.take()).isNull();
	}

	@Test
	void needsASeat() {
		assertThatIllegalArgumentException().isThrownBy(() -> new WaitingRoom(0)).withMessageContaining("not 0");
	}

	@Test
	void everybodyIsCalledAndNobodyEarly() throws InterruptedException {
		CountDownLatch called = new CountDownLatch(2);
		Queue<Duration> early = new ConcurrentLinkedQueue<>();
		for (Duration delay : List.of(SHORT.multipliedBy(2), SHORT)) {
			long start = System.nanoTime();
			take().callAfter(delay, () -> {
				Duration after = Duration.ofNanos(System.nanoTime() - start);
				if (after.compareTo(delay) < 0) {
					early.add(after);
				}
				called.countDown();
			}, () -> early.add(Duration.ZERO));
		}
		assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(early).isEmpty();
	}

	@Test
	void whoHasLeftIsNotCalled() throws InterruptedException {
		Queue<String> called = new ConcurrentLinkedQueue<>();
		Seat seat = take();
		seat.callAfter(SHORT, () -> called.add("left"), () -> called.add("broken off"));
		seat.leave();
		CountDownLatch last = new CountDownLatch(1);
		take().callAfter(SHORT.multipliedBy(2), last::countDown, last::countDown);
		assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
		this.room.close();
		assertThat(called).isEmpty();
	}

	@Test
	void sitsNoLessThanToldTo() throws InterruptedException {
		long start = System.nanoTime();
		take().sit(SHORT);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SHORT);
	}

	@Test
	void closingBreaksOffEveryWait() {
		CountDownLatch brokenOff = new CountDownLatch(1);
		Seat called = take();
		called.callAfter(LONG, () -> {
			throw new IllegalStateException("called in");
		}, () -> {
			called.leave();
			brokenOff.countDown();
		});
		Seat sitting = take();
		CompletableFuture<Void> sits = CompletableFuture.runAsync(() -> {
			try {
				sitting.sit(LONG);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
		this.room.close();
		assertThat(brokenOff.getCount()).isZero();
		assertThat(sits).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withCauseInstanceOf(RejectedExecutionException.class);
		assertThat(this.room.waiting()).isEqualTo(1);
	}

	@Test
	void nobodyWaitsInAClosedRoom() {
		this.room.close();
		Seat seat = take();
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> seat.sit(LONG));
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> seat.callAfter(LONG, () -> {
		}, () -> {
		}));
	}

	@Test
	void turnIsCountedFromTheDecision() {
		ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
		RateLimiter limiter = new MemoryStore(10, clock).limiter(RateLimitPolicy.builder("p")
			.algorithm(Algorithm.LEAKY_BUCKET)
			.limits("1/1m")
			.queue(9)
			.maxWait(Duration.ofHours(1))
			.build());
		Pass pass = new Pass(List.of());
		List<Ask> asks = List.of(new Ask(limiter, "k", 1, false, "r"));
		long asked = System.nanoTime();
		assertThat(this.room.untilTurn(pass.run(Entrance.QUEUE, asks), asked)).isZero();
		Verdict first = pass.run(Entrance.QUEUE, asks);
		assertThat(this.room.untilTurn(first, asked)).isEqualTo(Duration.ofMinutes(1));
		// the clock of the store stands still: all of the time since is taken for the way
		Verdict second = pass.run(Entrance.QUEUE, asks);
		Duration left = this.room.untilTurn(second, asked - SHORT.toNanos());
		Duration since = Duration.ofNanos(System.nanoTime() - asked);
		assertThat(left).isBetween(Duration.ofMinutes(2).minus(since).minus(SHORT), Duration.ofMinutes(2));
		assertThat(this.room.untilTurn(second.giveBack(), asked)).isZero();
	}

	@Test
	void turnThatHasComeMeanwhileIsNow() throws InterruptedException {
		ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
		RateLimiter limiter = new MemoryStore(10, clock)
			.limiter(RateLimitPolicy.builder("p").algorithm(Algorithm.LEAKY_BUCKET).limits("100/1s").build());
		Pass pass = new Pass(List.of());
		List<Ask> asks = List.of(new Ask(limiter, "k", 1, false, "r"));
		pass.run(Entrance.QUEUE, asks);
		long asked = System.nanoTime();
		assertThat(this.room.untilTurn(pass.run(Entrance.QUEUE, asks), asked)).isEqualTo(Duration.ofMillis(10));
		Verdict late = pass.run(Entrance.QUEUE, asks);
		Thread.sleep(SHORT.toMillis());
		assertThat(this.room.untilTurn(late, asked)).isZero();
	}

	private Seat take() {
		return Objects.requireNonNull(this.room.take(), "no seat");
	}

}
