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

package dev.ratelimit.annotation;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitedException;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import dev.ratelimit.pass.WaitingRoom;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Calls that a leaky bucket makes wait, and methods that return a future. The clock of
 * the store stands still; who waits does so in real time.
 */
class WaitingCallTests {

	private final LimitedBeans beans = new LimitedBeans();

	@Test
	void callsWaitForTheirTurnOnTheThreadOfTheCaller() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			assertThat(took(bean::brief)).isLessThan(Duration.ofMillis(100));
			assertThat(took(bean::brief)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(bean::brief)
				.satisfies((ex) -> assertThat(ex.decision().reason()).isEqualTo(Reason.LIMIT));
			assertThat(context.getBean(WaitingRoom.class).waiting()).isZero();
		});
	}

	@Test
	void interruptedCallLeavesItsPlaceAndStaysInterrupted() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			bean.slow();
			AtomicReference<Throwable> failure = new AtomicReference<>();
			Thread caller = new Thread(() -> {
				try {
					bean.slow();
				}
				catch (CancellationException ex) {
					failure.set(Thread.currentThread().isInterrupted() ? ex : null);
				}
			});
			caller.start();
			await().until(() -> context.getBean(WaitingRoom.class).waiting() == 1);
			await().until(() -> resetAfter(context, "queued-slow").equals(Duration.ofSeconds(8)));
			caller.interrupt();
			await().until(() -> failure.get() != null);
			assertThat(failure.get()).hasMessageContaining("interrupted")
				.hasCauseInstanceOf(InterruptedException.class);
			assertThat(context.getBean(WaitingRoom.class).waiting()).isZero();
			assertThat(resetAfter(context, "queued-slow")).isEqualTo(Duration.ofSeconds(4));
		});
	}

	@Test
	void whoFindsNoSeatIsRefusedRatherThanDelayed() {
		this.beans.runner()
			.withBean(Queued.class)
			.withPropertyValues("ratelimit.delay.max-waiting=1")
			.run((context) -> {
				Queued bean = context.getBean(Queued.class);
				bean.slow();
				CompletableFuture<String> waiting = bean.later("a");
				assertThat(bean.later("a")).as("the first one went at once").isNotDone();
				assertThatExceptionOfType(RateLimitedException.class).isThrownBy(bean::slow)
					.satisfies((ex) -> assertThat(ex.decision().reason()).isEqualTo(Reason.SHED));
				assertThat(waiting).isCompleted();
			});
	}

	@Test
	void d5RefusedFutureHasFailed() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			assertThat(bean.plain("x").join()).isEqualTo("x");
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> bean.plain("y").join())
				.withCauseInstanceOf(RateLimitedException.class);
			assertThat(bean.stage().toCompletableFuture().join()).isEqualTo("stage");
			assertThat(bean.stage().toCompletableFuture().join()).isEqualTo("instead of stage");
		});
	}

	@Test
	void futureWaitsWithoutAThreadAndThenRunsOnOneOfItsOwn() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			assertThat(bean.thread().join()).isEqualTo(Thread.currentThread().getName());
			CompletableFuture<String> later = bean.thread();
			assertThat(later).isNotDone();
			assertThat(context.getBean(WaitingRoom.class).waiting()).isEqualTo(1);
			assertThat(later.join()).startsWith("ratelimit-call-");
			assertThat(context.getBean(WaitingRoom.class).waiting()).isZero();
		});
	}

	@Test
	void futureRunsOnTheExecutorOfTheApplication() {
		this.beans.runner()
			.withBean(Queued.class)
			.withBean("applicationTaskExecutor", Executor.class, () -> new SimpleAsyncTaskExecutor("ours-"))
			.run((context) -> {
				Queued bean = context.getBean(Queued.class);
				bean.thread().join();
				assertThat(bean.thread().join()).startsWith("ours-");
			});
	}

	@Test
	void cancelledFutureLeavesItsPlaceAndIsNotCalled() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			bean.later("first").join();
			CompletableFuture<String> waiting = bean.later("second");
			assertThat(resetAfter(context, "queued-later")).isEqualTo(Duration.ofSeconds(8));
			assertThat(waiting.cancel(true)).isTrue();
			assertThat(context.getBean(WaitingRoom.class).waiting()).isZero();
			assertThat(resetAfter(context, "queued-later")).isEqualTo(Duration.ofSeconds(4));
			// Whoever does not wait any longer is as good as gone.
			CompletableFuture<String> impatient = bean.later("third").orTimeout(1, TimeUnit.MILLISECONDS);
			await().until(impatient::isDone);
			await().until(() -> resetAfter(context, "queued-later").equals(Duration.ofSeconds(4)));
			assertThat(bean.calls()).containsExactly("first");
		});
	}

	@Test
	void cancellingAfterTheTurnCancelsWhatTheMethodReturned() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			assertThat(bean.endless()).isNotDone();
			CompletableFuture<String> waiting = bean.endless();
			await().until(() -> bean.endlessOnes().size() == 2);
			waiting.cancel(true);
			assertThat(bean.endlessOnes().get(1)).isCancelled();
		});
	}

	@Test
	void failureOfADelayedMethodIsThatOfItsFuture() {
		run((context) -> {
			Queued bean = context.getBean(Queued.class);
			bean.failing(false).join();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> bean.failing(true).join())
				.withCauseInstanceOf(IllegalStateException.class);
		});
	}

	@Test
	void waitingEndsWithTheApplication() {
		AtomicReference<CompletableFuture<String>> waiting = new AtomicReference<>();
		AtomicReference<Queued> late = new AtomicReference<>();
		run((context) -> {
			late.set(context.getBean(Queued.class));
			late.get().later("first").join();
			waiting.set(late.get().later("second"));
			assertThat(waiting.get()).isNotDone();
		});
		assertThat(waiting.get()).isCompletedExceptionally();
		late.get().slow();
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(late.get()::slow);
		assertThat(late.get().later("third")).isCompletedExceptionally();
		assertThat(late.get().calls()).containsExactly("first");
	}

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.beans.runner().withBean(Queued.class).run(test);
	}

	private static Duration took(Runnable call) {
		long start = System.nanoTime();
		call.run();
		return Duration.ofNanos(System.nanoTime() - start);
	}

	private static Duration resetAfter(ApplicationContext context, String policy) {
		Reading reading = context.getBean(RateLimiterRegistry.class)
			.limiter(policy)
			.tryAcquire("global|" + policy, 0)
			.reading();
		return Objects.requireNonNull(reading).resetAfter();
	}

	static class Queued {

		private final List<CompletableFuture<String>> endless = new CopyOnWriteArrayList<>();

		private final List<String> calls = new CopyOnWriteArrayList<>();

		List<String> calls() {
			return this.calls;
		}

		List<CompletableFuture<String>> endlessOnes() {
			return this.endless;
		}

		@RateLimited(limits = "1/100ms", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public void brief() {
		}

		@RateLimited(limits = "1/4s", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public void slow() {
		}

		@RateLimited(limits = "1/4s", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public CompletableFuture<String> later(String text) {
			this.calls.add(text);
			return CompletableFuture.completedFuture(text);
		}

		@RateLimited(limits = "1/50ms", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public CompletableFuture<String> thread() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		@RateLimited(limits = "1/50ms", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public CompletableFuture<String> endless() {
			CompletableFuture<String> result = new CompletableFuture<>();
			this.endless.add(result);
			return result;
		}

		@RateLimited(limits = "1/50ms", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public CompletableFuture<String> failing(boolean fail) {
			if (fail) {
				throw new IllegalStateException("on purpose");
			}
			return CompletableFuture.completedFuture("");
		}

		@RateLimited(limits = "1/1m", key = "global")
		public CompletableFuture<String> plain(String text) {
			return CompletableFuture.completedFuture(text);
		}

		@RateLimited(limits = "1/1m", key = "global", fallback = "insteadOfStage")
		public CompletionStage<String> stage() {
			return CompletableFuture.completedFuture("stage");
		}

		CompletionStage<String> insteadOfStage() {
			return CompletableFuture.completedFuture("instead of stage");
		}

	}

}
