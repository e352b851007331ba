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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitedException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Reading;
import dev.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import dev.ratelimit.pass.WaitingRoom;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Methods that return a {@code Mono} or {@code Flux}.
 */
class ReactiveCallTests {

	private final LimitedBeans beans = new LimitedBeans();

	@Test
	void d5EachSubscriptionIsACall() {
		run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			Mono<String> mono = bean.mono("a");
			for (int i = 0; i < 5; i++) {
				bean.mono("never subscribed to");
			}
			assertThat(bean.calls()).isEmpty();
			assertThat(mono.block()).isEqualTo("a");
			assertThat(mono.block()).isEqualTo("a");
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(mono::block)
				.satisfies((ex) -> assertThat(ex.policy().name()).isEqualTo("reactive-mono"));
			assertThat(bean.calls()).containsExactly("a", "a");
		});
	}

	@Test
	void d5FluxIsLimitedOnceForAllItsElements() {
		run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			assertThat(bean.flux().collectList().block()).containsExactly(1, 2, 3);
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> bean.flux().blockLast());
		});
	}

	@Test
	void fallbackIsSubscribedToInstead() {
		run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			assertThat(bean.orElse("a").block()).isEqualTo("a");
			assertThat(bean.orElse("b").block()).isEqualTo("instead of b");
			assertThat(bean.orElseMany().collectList().block()).containsExactly(1);
			assertThat(bean.orElseMany().collectList().block()).containsExactly(2);
		});
	}

	@Test
	void argumentsAreReadWhenTheMethodIsCalled() {
		run((context) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> context.getBean(Reactive.class).weighted(-1))
			.withMessageContaining("at least 0"));
	}

	@Test
	void subscriptionWaitsWithoutAThread() {
		run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			assertThat(bean.queued().block()).isEqualTo(Thread.currentThread().getName());
			CompletableFuture<String> later = bean.queued().toFuture();
			assertThat(later).isNotDone();
			assertThat(context.getBean(WaitingRoom.class).waiting()).isEqualTo(1);
			assertThat(later.join()).startsWith("boundedElastic-");
			assertThat(context.getBean(WaitingRoom.class).waiting()).isZero();
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> bean.queued().block());
		});
	}

	@Test
	void cancelledSubscriptionLeavesItsPlace() {
		run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			bean.slow().blockLast();
			Disposable waiting = bean.slow().subscribe();
			assertThat(resetAfter(context, "reactive-slow")).isEqualTo(Duration.ofSeconds(8));
			waiting.dispose();
			assertThat(context.getBean(WaitingRoom.class).waiting()).isZero();
			assertThat(resetAfter(context, "reactive-slow")).isEqualTo(Duration.ofSeconds(4));
			assertThat(bean.calls()).containsExactly("slow");
		});
	}

	@Test
	void waitingEndsWithTheApplication() {
		AtomicReference<CompletableFuture<String>> waiting = new AtomicReference<>();
		run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			bean.slow().blockLast();
			waiting.set(bean.slow().last().toFuture());
			assertThat(waiting.get()).isNotDone();
		});
		assertThat(waiting.get()).isCompletedExceptionally();
	}

	@Test
	void methodIsNotCalledOnAThreadOfTheStore() {
		SlowStore store = new SlowStore(this.beans);
		runner(store).withBean(Reactive.class).run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			CompletableFuture<String> thread = bean.thread().toFuture();
			assertThat(thread).isNotDone();
			store.answer();
			assertThat(thread.join()).startsWith("boundedElastic-");
		});
	}

	@Test
	void subscriptionThatIsCancelledAsItAsksGivesBackWhatItIsGranted() {
		SlowStore store = new SlowStore(this.beans);
		runner(store).withBean(Reactive.class).run((context) -> {
			Reactive bean = context.getBean(Reactive.class);
			Disposable asking = bean.mono("a").subscribe();
			asking.dispose();
			store.answer();
			await().untilAsserted(() -> assertThat(store.released).hasSize(1));
			assertThat(bean.calls()).isEmpty();
		});
	}

	private ApplicationContextRunner runner(RateLimitStore store) {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
			.withBean(RateLimitStore.class, () -> store)
			.withPropertyValues("ratelimit.store=memory");
	}

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.beans.runner().withBean(Reactive.class).run(test);
	}

	private static Duration resetAfter(ApplicationContext context, String policy) {
		Reading reading = context.getBean(RateLimiterRegistry.class)
			.limiter(policy)
			.tryAcquire("global|" + policy, 0)
			.reading();
		return Objects.requireNonNull(reading).resetAfter();
	}

	static class Reactive {

		private final List<String> calls = new CopyOnWriteArrayList<>();

		List<String> calls() {
			return this.calls;
		}

		@RateLimited(limits = "2/1m", algorithm = Algorithm.FIXED_WINDOW, key = "global")
		public Mono<String> mono(String text) {
			this.calls.add(text);
			return Mono.just(text);
		}

		@RateLimited(limits = "1/1m", key = "global")
		public Flux<Integer> flux() {
			return Flux.just(1, 2, 3);
		}

		@RateLimited(limits = "1/1m", key = "global", fallback = "instead")
		public Mono<String> orElse(String text) {
			return Mono.just(text);
		}

		Mono<String> instead(String text) {
			return Mono.just("instead of " + text);
		}

		@RateLimited(limits = "1/1m", key = "global", fallback = "insteadMany")
		public Flux<Integer> orElseMany() {
			return Flux.just(1);
		}

		Flux<Integer> insteadMany() {
			return Flux.just(2);
		}

		@RateLimited(limits = "1/1m", key = "global", permits = "#number")
		public Mono<String> weighted(int number) {
			return Mono.just("" + number);
		}

		@RateLimited(limits = "1/100ms", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public Mono<String> queued() {
			return Mono.just(Thread.currentThread().getName());
		}

		@RateLimited(limits = "1/4s", algorithm = Algorithm.LEAKY_BUCKET, key = "global")
		public Flux<String> slow() {
			this.calls.add("slow");
			return Flux.just("slow");
		}

		@RateLimited(limits = "1/1m", key = "global")
		public Mono<String> thread() {
			return Mono.just(Thread.currentThread().getName());
		}

	}

	/**
	 * Answers when it is told to, on a thread of its own.
	 */
	private static final class SlowStore implements RateLimitStore {

		final List<Charge> released = new CopyOnWriteArrayList<>();

		private final CompletableFuture<Void> gate = new CompletableFuture<>();

		private final Executor thread = Executors.newSingleThreadExecutor((task) -> {
			Thread thread = new Thread(task, "store");
			thread.setDaemon(true);
			return thread;
		});

		private final LimitedBeans beans;

		SlowStore(LimitedBeans beans) {
			this.beans = beans;
		}

		void answer() {
			this.gate.complete(null);
		}

		@Override
		public RateLimiter limiter(RateLimitPolicy policy) {
			RateLimiter limiter = this.beans.store.limiter(policy);
			return new RateLimiter() {

				@Override
				public RateLimitPolicy policy() {
					return policy;
				}

				@Override
				public Decision tryAcquire(String key, long permits) {
					throw new AssertionError("must not block");
				}

				@Override
				public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
					return SlowStore.this.gate.thenApplyAsync((open) -> limiter.tryAcquire(key, permits),
							SlowStore.this.thread);
				}

				@Override
				public CompletionStage<Decision> charge(String key, long permits) {
					return limiter.charge(key, permits);
				}

				@Override
				public CompletionStage<Void> release(Charge charge) {
					SlowStore.this.released.add(charge);
					return limiter.release(charge);
				}

				@Override
				public void reset(String key) {
					limiter.reset(key);
				}
			};
		}

	}

}
