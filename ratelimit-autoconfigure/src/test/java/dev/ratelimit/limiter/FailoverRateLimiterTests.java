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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Who answers when the store does not. Real outages are in {@code RedisFaultTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailoverRateLimiterTests {

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final MemoryStore memory = new MemoryStore(100, this.clock);

	private final MemoryStore local = new MemoryStore(100, this.clock, Source.LOCAL);

	private RuntimeException failure = new RateLimitStoreException(Kind.TIMEOUT, "no answer", null);

	private boolean down;

	/**
	 * Other tests of this JVM may have turned it down.
	 */
	@BeforeEach
	void listenToTheLog() {
		LoggingSystem.get(getClass().getClassLoader()).setLogLevel(FailureLog.class.getName(), LogLevel.INFO);
	}

	@ParameterizedTest
	@EnumSource(FailureMode.class)
	void everyCallIsAnsweredAsTheFailureModeSays(FailureMode mode) {
		RateLimiter limiter = limiter(mode, 2);
		this.down = true;
		for (int i = 0; i < 3; i++) {
			Decision sync = limiter.tryAcquire("sync", 1);
			assertThat(limiter.tryAcquireAsync("async", 1).toCompletableFuture().join()).usingRecursiveComparison()
				.ignoringFields("charge.key")
				.isEqualTo(sync);
			assertThat(sync.source()).isEqualTo(Source.LOCAL);
			assertThat(sync.outcome()).isEqualTo(switch (mode) {
				case ALLOW -> Outcome.FAILED_OPEN;
				case REJECT -> Outcome.FAILED_CLOSED;
				case LOCAL -> (i < 2) ? Outcome.ALLOWED : Outcome.REJECTED;
			});
			assertThat(sync.reason())
				.isEqualTo((mode != FailureMode.LOCAL) ? Reason.STORE : (i < 2) ? Reason.NONE : Reason.LIMIT);
		}
		assertThat(limiter.charge("cost", 1).toCompletableFuture().join().source()).isEqualTo(Source.LOCAL);
	}

	@Test
	void storeIsAskedAgainByTheVeryNextCall() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 2);
		this.down = true;
		assertThat(limiter.tryAcquire("k", 1).source()).isEqualTo(Source.LOCAL);
		this.down = false;
		assertThat(limiter.tryAcquire("k", 1).source()).isEqualTo(Source.STORE);
	}

	@Test
	void chargeIsGivenBackWhereItWasTaken() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 1);
		Charge stored = limiter.tryAcquire("k", 1).charge();
		this.down = true;
		Charge taken = limiter.tryAcquire("k", 1).charge();
		assertThat(taken).isNotNull();
		limiter.release(taken).toCompletableFuture().join();
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		this.down = false;
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isFalse();
		assertThat(stored).isNotNull();
		limiter.release(stored).toCompletableFuture().join();
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
	}

	@Test
	void resetForgetsBothSides() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 1);
		limiter.tryAcquire("k", 1);
		this.down = true;
		limiter.tryAcquire("k", 1);
		this.down = false;
		limiter.reset("k");
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		this.down = true;
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
	}

	@Test
	void otherFailuresAreNotTakenForAnOutage() {
		RateLimiter limiter = limiter(FailureMode.ALLOW, 1);
		this.failure = new IllegalStateException("a defect");
		this.down = true;
		assertThatIllegalStateException().isThrownBy(() -> limiter.tryAcquire("k", 1));
		assertThat(limiter.tryAcquireAsync("k", 1).toCompletableFuture()).isCompletedExceptionally();
	}

	@Test
	void outageIsToldOnceAMinuteAndItsEndOnce(CapturedOutput output) {
		RateLimiter limiter = limiter(FailureMode.ALLOW, 1);
		this.down = true;
		for (int i = 0; i < 1000; i++) {
			limiter.tryAcquire("k", 1);
		}
		assertThat(output.getAll().split("no answer", -1)).hasSize(2);
		assertThat(output)
			.contains("each policy's failure mode decides (here: policy 'p', allow; 1 failed calls so far)");
		this.clock.advance(Duration.ofMinutes(1));
		limiter.tryAcquire("k", 1);
		assertThat(output.getAll().split("no answer", -1)).hasSize(3);
		this.down = false;
		limiter.tryAcquire("k", 1);
		assertThat(output).doesNotContain("answers again");
		this.clock.advance(Duration.ofSeconds(1));
		limiter.tryAcquire("k", 1);
		limiter.tryAcquire("k", 1);
		assertThat(output.getAll().split("answers again, after 1001 failed calls", -1)).hasSize(2);
	}

	@Test
	void storeThatAnswersEveryOtherCallIsNoFlood(CapturedOutput output) {
		RateLimiter limiter = limiter(FailureMode.ALLOW, 1);
		for (int i = 0; i < 1000; i++) {
			this.down = i % 2 == 0;
			limiter.tryAcquire("k", 1);
			this.clock.advance(Duration.ofMillis(10));
		}
		assertThat(output.getAll().lines()).hasSizeLessThan(3);
	}

	@Test
	void permanentFailureIsAnErrorWithItsCause(CapturedOutput output) {
		RateLimiter limiter = limiter(FailureMode.ALLOW, 1);
		this.failure = new RateLimitStoreException(Kind.PERMANENT, "no permission",
				new IllegalStateException("NOPERM"));
		this.down = true;
		limiter.tryAcquire("k", 1);
		assertThat(output).contains("ERROR").contains("does not pass by itself").contains("NOPERM");
	}

	private RateLimiter limiter(FailureMode mode, long permits) {
		RateLimitPolicy policy = RateLimitPolicy.builder("p")
			.limits(permits + "/1m")
			.windowPhase(WindowPhase.ALIGNED)
			.failureMode(mode)
			.build();
		return new FailoverRateLimiter(new Switchable(this.memory.limiter(policy)), this.local.limiter(policy),
				new StoreWatch(this.clock));
	}

	/**
	 * A limiter that can be switched off.
	 */
	private final class Switchable implements RateLimiter {

		private final RateLimiter limiter;

		Switchable(RateLimiter limiter) {
			this.limiter = limiter;
		}

		private RateLimiter up() {
			if (FailoverRateLimiterTests.this.down) {
				throw FailoverRateLimiterTests.this.failure;
			}
			return this.limiter;
		}

		@Override
		public RateLimitPolicy policy() {
			return this.limiter.policy();
		}

		@Override
		public Decision tryAcquire(String key, long permits) {
			return up().tryAcquire(key, permits);
		}

		@Override
		public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
			if (FailoverRateLimiterTests.this.down) {
				return CompletableFuture.failedFuture(FailoverRateLimiterTests.this.failure);
			}
			return this.limiter.tryAcquireAsync(key, permits);
		}

		@Override
		public CompletionStage<Decision> charge(String key, long permits) {
			return up().charge(key, permits);
		}

		@Override
		public CompletionStage<Void> release(Charge charge) {
			return up().release(charge);
		}

		@Override
		public void reset(String key) {
			up().reset(key);
		}

	}

}
