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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Limit;
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
import org.jspecify.annotations.Nullable;
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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Who answers when the store does not. Real outages are in {@code RedisFaultTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailoverRateLimiterTests {

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final MemoryStore memory = new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, this.clock);

	private final LocalShares shares = new LocalShares(
			new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, this.clock, Source.LOCAL), () -> this.instances);

	private int instances = 1;

	private final List<String> told = new ArrayList<>();

	private RuntimeException failure = new RateLimitStoreException(Kind.TIMEOUT, "no answer", null);

	private boolean down;

	/** What charges wait for, if there is something. */
	private @Nullable CompletableFuture<Void> held;

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
		this.down = false;
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isFalse();
		assertThat(stored).isNotNull();
		limiter.release(stored).toCompletableFuture().join();
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		assertThat(this.told).containsExactly("TIMEOUT", "released true");
	}

	@Test
	void chargeOfHereThatHasBeenSettledIsNoCreditThere() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 2);
		this.down = true;
		Charge taken = limiter.tryAcquire("k", 1).charge();
		this.down = false;
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		assertThat(taken).isNotNull();
		limiter.release(taken).toCompletableFuture().join();
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isFalse();
	}

	@Test
	void eachInstanceAllowsItsShareAndTheStoreLearnsOfItFirst() {
		this.instances = 4;
		RateLimiter limiter = limiter(FailureMode.LOCAL, 100);
		this.down = true;
		assertThat(permitted(limiter, 100)).isEqualTo(25);
		this.down = false;
		assertThat(permitted(limiter, 100)).isEqualTo(75);
	}

	@Test
	void thereIsAlwaysAShareOfOne() {
		this.instances = 4;
		RateLimiter limiter = limiter(FailureMode.LOCAL, 3);
		this.down = true;
		assertThat(permitted(limiter, 10)).isEqualTo(1);
	}

	@Test
	void whoComesOrGoesDuringAnOutageChangesTheShareAndNotWhatIsUsed() {
		this.instances = 4;
		RateLimiter limiter = limiter(FailureMode.LOCAL, 100);
		this.down = true;
		assertThat(permitted(limiter, 100)).isEqualTo(25);
		this.instances = 2;
		assertThat(permitted(limiter, 100)).isEqualTo(25);
		this.instances = 4;
		assertThat(permitted(limiter, 100)).isZero();
	}

	@Test
	void whatFitsIntoTheLimitButNotIntoAShareIsNoRejection() {
		this.instances = 4;
		RateLimiter limiter = limiter(FailureMode.LOCAL, 8);
		this.down = true;
		assertThat(limiter.tryAcquire("k", 3).outcome()).isEqualTo(Outcome.FAILED_CLOSED);
		assertThat(limiter.tryAcquire("k", 9).reason()).isEqualTo(Reason.EXCEEDS_LIMIT);
		assertThat(limiter.tryAcquire("k", 2).outcome()).isEqualTo(Outcome.ALLOWED);
	}

	@Test
	void allKeysAreSettledOnceAndOnlyWhatIsStillInUse() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 2);
		this.down = true;
		limiter.tryAcquire("drained", 2);
		this.clock.advance(Duration.ofMinutes(3));
		for (int i = 0; i < 200; i++) {
			limiter.tryAcquire("key" + i, 1);
		}
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(this.shares::settle);
		this.down = false;
		this.shares.settle();
		assertThat(this.shares.isEmpty()).isTrue();
		this.shares.settle();
		assertThat(limiter.tryAcquire("drained", 2).isPermitted()).isTrue();
		for (int i = 0; i < 200; i++) {
			assertThat(permitted(limiter, "key" + i, 2)).isEqualTo(1);
		}
	}

	@Test
	void whatIsCountedWhileAKeyIsBeingSettledStaysForTheNextTime() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 10);
		this.down = true;
		limiter.tryAcquire("k", 3);
		this.down = false;
		this.held = new CompletableFuture<>();
		CompletableFuture<Decision> asked = limiter.tryAcquireAsync("k", 1).toCompletableFuture();
		this.down = true;
		limiter.charge("k", 2).toCompletableFuture().join();
		this.down = false;
		this.held.complete(null);
		this.held = null;
		assertThat(asked).succeedsWithin(Duration.ofSeconds(1))
			.satisfies((decision) -> assertThat(decision.source()).isEqualTo(Source.STORE));
		this.shares.settle();
		assertThat(permitted(limiter, 10)).isEqualTo(4);
	}

	@Test
	void whoAsksWhileAKeyIsBeingSettledDoesNotSettleItAgain() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 10);
		this.down = true;
		limiter.tryAcquire("k", 3);
		this.down = false;
		this.held = new CompletableFuture<>();
		List<CompletableFuture<Decision>> asked = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			asked.add(limiter.tryAcquireAsync("k", 1).toCompletableFuture());
		}
		assertThat(asked).noneMatch(CompletableFuture::isDone);
		this.held.complete(null);
		this.held = null;
		assertThat(asked).allSatisfy((decision) -> assertThat(decision.join().isPermitted()).isTrue());
		assertThat(permitted(limiter, 10)).isEqualTo(4);
	}

	@ParameterizedTest
	@EnumSource(FailureMode.class)
	void lateChargeIsGivenBackUnlessItsCallerWentOnWithIt(FailureMode mode) {
		RateLimiter limiter = limiter(mode, 10);
		CompletableFuture<Decision> late = new CompletableFuture<>();
		this.failure = new RateLimitStoreException(Kind.TIMEOUT, "no answer", null, late);
		this.down = true;
		limiter.tryAcquire("k", 1);
		this.down = false;
		late.complete(this.memory.limiter(limiter.policy()).tryAcquire("k", 1));
		this.failure = new RateLimitStoreException(Kind.TIMEOUT, "no answer", null);
		assertThat(permitted(limiter, 10)).isEqualTo(switch (mode) {
			// it went on, with what it was charged
			case ALLOW -> 9;
			case REJECT -> 10;
			// it went on, with what was counted here and is settled now
			case LOCAL -> 9;
		});
	}

	@Test
	void debtThatTheStoreTakesTooLateIsNotTakenTwice() {
		RateLimiter limiter = limiter(FailureMode.LOCAL, 10);
		this.down = true;
		limiter.tryAcquire("k", 3);
		CompletableFuture<Decision> late = new CompletableFuture<>();
		this.failure = new RateLimitStoreException(Kind.TIMEOUT, "no answer", null, late);
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(this.shares::settle);
		this.down = false;
		late.complete(this.memory.limiter(limiter.policy()).charge("k", 3).toCompletableFuture().join());
		assertThat(permitted(limiter, 10)).isEqualTo(7);
	}

	@Test
	void burstsAndQueuesAreDividedAlikeAndRefillNoSlower() {
		RateLimitPolicy bucket = RateLimitPolicy.builder("p")
			.algorithm(Algorithm.TOKEN_BUCKET)
			.limits("7/1s burst 100", "5/366d burst 400")
			.build();
		assertThat(LocalLimiter.share(bucket, 4).limits()).containsExactly(Limit.parse("1/1s burst 14"),
				Limit.parse("1/366d burst 80"));
		assertThat(LocalLimiter.share(bucket, 1)).isEqualTo(bucket);
		RateLimitPolicy queue = RateLimitPolicy.builder("p")
			.algorithm(Algorithm.LEAKY_BUCKET)
			.limits("8/1s")
			.queue(10)
			.maxWait(Duration.ofSeconds(5))
			.build();
		assertThat(LocalLimiter.share(queue, 4)).satisfies((share) -> {
			assertThat(share.queue()).isEqualTo(2);
			assertThat(share.limits()).containsExactly(Limit.parse("2/1s"));
		});
		RateLimitPolicy nothing = RateLimitPolicy.builder("p").limits("0/1s").build();
		assertThat(LocalLimiter.share(nothing, 4)).isEqualTo(nothing);
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

	@Test
	void permanentFailureIsToldEvenIfAnotherOneWasJustNow(CapturedOutput output) {
		RateLimiter limiter = limiter(FailureMode.ALLOW, 1);
		this.down = true;
		limiter.tryAcquire("k", 1);
		this.failure = new RateLimitStoreException(Kind.PERMANENT, "no permission", null);
		limiter.tryAcquire("k", 1);
		limiter.tryAcquire("k", 1);
		assertThat(output.getAll().split("no permission; each policy", -1)).hasSize(2);
	}

	private static long permitted(RateLimiter limiter, int requests) {
		return permitted(limiter, "k", requests);
	}

	private static long permitted(RateLimiter limiter, String key, int requests) {
		return IntStream.range(0, requests).filter((i) -> limiter.tryAcquire(key, 1).isPermitted()).count();
	}

	private RateLimiter limiter(FailureMode mode, long permits) {
		RateLimitPolicy policy = RateLimitPolicy.builder("p")
			.limits(permits + "/1m")
			.windowPhase(WindowPhase.ALIGNED)
			.failureMode(mode)
			.build();
		return new FailoverRateLimiter(new Switchable(this.memory.limiter(policy)), this.shares,
				new StoreWatch(this.clock, List.of(new Notes())));
	}

	/**
	 * Writes down what listeners are told.
	 */
	private final class Notes implements StoreListener {

		@Override
		public void onFailure(RateLimitPolicy policy, Kind kind) {
			FailoverRateLimiterTests.this.told.add(kind.name());
		}

		@Override
		public void onRelease(RateLimitPolicy policy, boolean done) {
			FailoverRateLimiterTests.this.told.add("released " + done);
		}

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
			RateLimiter up = up();
			CompletableFuture<Void> held = FailoverRateLimiterTests.this.held;
			return (held != null) ? held.thenCompose((done) -> up.charge(key, permits)) : up.charge(key, permits);
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
