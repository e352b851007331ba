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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Pass}, which comes to the same blocking or not.
 */
@ParameterizedClass(name = "async: {0}")
@ValueSource(booleans = { false, true })
class PassTests {

	@Parameter
	boolean async;

	private final List<String> log = new ArrayList<>();

	private final Pass pass = new Pass(List.of());

	@Test
	void asksASinglePolicyWithoutAFuture() {
		Verdict verdict = run(List.of(own(FakeLimiter.allowing(window("a"), this.log))));
		assertThat(verdict.isPermitted()).isTrue();
		assertThat(this.log).containsExactly(this.async ? "a 1 async" : "a 1");
	}

	@Test
	void asksNothingAndPermitsWithoutPolicies() {
		Verdict verdict = run(List.of());
		assertThat(verdict.isPermitted()).isTrue();
		assertThat(verdict.tightest()).isNull();
	}

	@Test
	void asksInTheOrderOfTheStagesWhateverTheOrderOfConfiguration() {
		Verdict verdict = run(List.of(shared(FakeLimiter.allowing(queue("shared-queue"), this.log)),
				shared(FakeLimiter.allowing(window("shared"), this.log)),
				own(FakeLimiter.allowing(queue("queue"), this.log)),
				own(FakeLimiter.allowing(countingRejected("counting"), this.log)),
				own(FakeLimiter.allowing(window("a"), this.log)), own(FakeLimiter.allowing(window("b"), this.log)),
				shared(FakeLimiter.allowing(window("shared-too"), this.log))));
		assertThat(verdict.isPermitted()).isTrue();
		assertThat(asked()).containsExactly("a 1", "b 1", "counting 1", "queue 1", "shared 1", "shared-too 1",
				"shared-queue 1");
	}

	@Test
	void asksOwnPoliciesInParallel() {
		CompletableFuture<Decision> first = new CompletableFuture<>();
		FakeLimiter a = FakeLimiter.promising(window("a"), this.log, first);
		RateLimitPolicy b = window("b");
		FakeLimiter second = FakeLimiter.promising(b, this.log, CompletableFuture.supplyAsync(() -> {
			first.complete(FakeLimiter.allowed(a.policy()));
			return FakeLimiter.allowed(b);
		}));
		assertThat(run(List.of(own(a), own(second))).isPermitted()).isTrue();
	}

	@Test
	void asksNothingSharedWhenAnOwnLimitRejectsAndGivesBackWhatTheOthersTook() {
		FakeLimiter allowing = FakeLimiter.allowing(window("a"), this.log);
		FakeLimiter rejecting = FakeLimiter.rejecting(window("b"), this.log);
		Verdict verdict = run(List.of(shared(FakeLimiter.allowing(window("shared"), this.log)), own(allowing),
				own(rejecting), own(FakeLimiter.allowing(countingRejected("counting"), this.log))));
		assertThat(verdict.isPermitted()).isFalse();
		assertThat(asked()).containsExactly("a 1", "b 1");
		assertThat(allowing.released).hasSize(1);
		assertThat(rejecting.released).isEmpty();
		assertThat(verdict.answers()).extracting(Answer::givenBack).containsExactly(true, false);
	}

	@Test
	void givesBackEverythingWhenTheLastSharedLimitRejects() {
		List<FakeLimiter> allowing = List.of(FakeLimiter.allowing(window("a"), this.log),
				FakeLimiter.allowing(countingRejected("counting"), this.log),
				FakeLimiter.allowing(queue("queue"), this.log));
		List<Ask> asks = new ArrayList<>(allowing.stream().map(PassTests::own).toList());
		asks.add(shared(FakeLimiter.rejecting(window("shared"), this.log)));
		asks.add(shared(FakeLimiter.allowing(queue("shared-queue"), this.log)));
		assertThat(run(asks).isPermitted()).isFalse();
		assertThat(asked()).doesNotContain("shared-queue 1");
		assertThat(allowing).allSatisfy((limiter) -> assertThat(limiter.released).hasSize(1));
	}

	@Test
	void leavesTheStoreAsItWasWhenOnePolicyRejects() {
		MemoryStore store = new MemoryStore(100, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));
		RateLimiter wide = store.limiter(window("wide"));
		RateLimiter narrow = store.limiter(RateLimitPolicy.builder("narrow").limits("1/1m").build());
		RateLimiter everybody = store.limiter(window("everybody"));
		List<Ask> asks = List.of(own(wide), own(narrow), shared(everybody));
		assertThat(run(asks).isPermitted()).isTrue();
		for (int i = 0; i < 10; i++) {
			assertThat(run(asks).isPermitted()).isFalse();
		}
		assertThat(wide.tryAcquire("k", 0).reading().remaining()).isEqualTo(4);
		assertThat(everybody.tryAcquire("k", 0).reading().remaining()).isEqualTo(4);
	}

	@Test
	void asksOncePerPolicyAndKeyForTheGreaterNumberOfPermits() {
		FakeLimiter limiter = FakeLimiter.allowing(window("a"), this.log);
		FakeLimiter sameName = FakeLimiter.allowing(window("a"), this.log);
		Verdict verdict = run(List.of(new Ask(limiter, "k", 1, false, "first"),
				new Ask(sameName, "k", 3, false, "second"), new Ask(limiter, "k", 2, false, "third")));
		assertThat(asked()).containsExactly("a 3");
		assertThat(verdict.answers()).hasSize(1);
	}

	@Test
	void asksTwiceForTwoKeysOfOnePolicy() {
		FakeLimiter limiter = FakeLimiter.allowing(window("a"), this.log);
		run(List.of(new Ask(limiter, "k", 1, false, "r"), new Ask(limiter, "l", 1, false, "r")));
		assertThat(asked()).hasSize(2);
	}

	@Test
	void refusesWhenAPolicyFailsClosedAndStopsThere() {
		FakeLimiter closed = FakeLimiter.answering(window("a"), this.log, Decision.failed(Outcome.FAILED_CLOSED));
		Verdict verdict = run(List.of(own(closed), shared(FakeLimiter.allowing(window("shared"), this.log))));
		assertThat(verdict.isPermitted()).isFalse();
		assertThat(asked()).containsExactly("a 1");
	}

	@Test
	void goesOnWhenAPolicyFailsOpen() {
		FakeLimiter open = FakeLimiter.answering(window("a"), this.log, Decision.failed(Outcome.FAILED_OPEN));
		Verdict verdict = run(List.of(own(open), shared(FakeLimiter.allowing(window("shared"), this.log))));
		assertThat(verdict.isPermitted()).isTrue();
		assertThat(asked()).containsExactly("a 1", "shared 1");
	}

	@Test
	void givesBackWhatWasTakenBeforeALimiterFails() {
		FakeLimiter allowing = FakeLimiter.allowing(window("a"), this.log);
		FakeLimiter slow = FakeLimiter.allowing(window("c"), this.log);
		FakeLimiter failing = FakeLimiter.failing(window("b"), this.log, new IllegalStateException("broken"));
		assertThatIllegalStateException().isThrownBy(() -> run(List.of(own(failing), own(allowing), own(slow))))
			.withMessage("broken");
		assertThat(allowing.released).hasSize(1);
		assertThat(slow.released).hasSize(1);
	}

	@Test
	void givesBackWhatWasTakenBeforeALimiterThrows() {
		FakeLimiter allowing = FakeLimiter.allowing(window("a"), this.log);
		FakeLimiter throwing = FakeLimiter.throwing(window("b"), this.log, new IllegalStateException("broken"));
		assertThatIllegalStateException().isThrownBy(() -> run(List.of(own(allowing), own(throwing))));
		assertThatIllegalStateException().isThrownBy(() -> run(List.of(own(allowing), shared(throwing))));
		assertThat(allowing.released).hasSize(2);
	}

	@Test
	void aFailedReleaseDoesNotReachTheRequest() {
		FakeLimiter allowing = FakeLimiter.allowing(window("a"), this.log);
		allowing.releaseFailure = new IllegalStateException("broken");
		Verdict verdict = run(List.of(own(allowing), own(FakeLimiter.rejecting(window("b"), this.log))));
		assertThat(verdict.isPermitted()).isFalse();
	}

	@Test
	void tellsEveryListenerTheVerdictThoughOneOfThemThrows() {
		List<Verdict> heard = new ArrayList<>();
		Pass pass = new Pass(List.of((verdict) -> {
			throw new IllegalStateException("broken listener");
		}, (event) -> heard.add(event.verdict())));
		Verdict verdict = run(pass, List.of(own(FakeLimiter.allowing(window("a"), this.log))));
		Verdict second = run(pass, List.of());
		assertThat(heard).containsExactly(verdict, second);
	}

	@Test
	void tellsListenersWhereThePassTookPlace() {
		List<PassEvent> heard = new ArrayList<>();
		Verdict verdict = run(new Pass(List.of(heard::add)), List.of());
		assertThat(heard).singleElement().satisfies((event) -> {
			assertThat(event.entrance()).isEqualTo(Entrance.METHOD);
			assertThat(event.verdict()).isEqualTo(verdict);
			assertThat(event.took()).isPositive().isLessThan(Duration.ofSeconds(10));
		});
	}

	@Test
	void givesBackWhatAPermittedRequestTookButOnce() {
		FakeLimiter allowing = FakeLimiter.allowing(window("a"), this.log);
		Verdict verdict = run(List.of(own(allowing)));
		Verdict givenBack = verdict.giveBack();
		givenBack.giveBack();
		assertThat(allowing.released).hasSize(1);
		assertThat(givenBack.answers()).extracting(Answer::givenBack).containsExactly(true);
	}

	private Verdict run(List<Ask> asks) {
		return run(this.pass, asks);
	}

	private Verdict run(Pass pass, List<Ask> asks) {
		if (!this.async) {
			return pass.run(Entrance.METHOD, asks);
		}
		try {
			return pass.runAsync(Entrance.METHOD, asks).toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw (RuntimeException) ex.getCause();
		}
	}

	/**
	 * What was asked, however.
	 */
	private List<String> asked() {
		return this.log.stream().map((line) -> line.replace(" async", "")).toList();
	}

	private static Ask own(RateLimiter limiter) {
		return new Ask(limiter, "k", 1, false, "route");
	}

	private static Ask shared(RateLimiter limiter) {
		return new Ask(limiter, "k", 1, true, "route");
	}

	private static RateLimitPolicy window(String name) {
		return RateLimitPolicy.builder(name).limits("5/1m").build();
	}

	private static RateLimitPolicy countingRejected(String name) {
		return RateLimitPolicy.builder(name)
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("5/1m")
			.countRejected(true)
			.build();
	}

	private static RateLimitPolicy queue(String name) {
		return RateLimitPolicy.builder(name)
			.algorithm(Algorithm.LEAKY_BUCKET)
			.limits("5/1m")
			.maxWait(Duration.ofMinutes(1))
			.build();
	}

}
