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

package dev.ratelimit.redis;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.limiter.FailoverRateLimiter;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.testing.FaultyProxy;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A Redis that is stopped, frozen, cut off or cleared while requests run. Cases E1 to E5.
 */
class RedisFaultTests {

	private static final Duration DEADLINE = Duration.ofMillis(50);

	/** Three times the deadline: what a request may be delayed by at most. */
	private static final Duration BOUND = DEADLINE.multipliedBy(3);

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private RedisServer server;

	private FaultyProxy proxy;

	private LettuceConnectionFactory application;

	private RedisStore store;

	@BeforeEach
	void connectThroughProxy() throws IOException {
		this.server = RedisServer.launch();
		this.proxy = new FaultyProxy(this.server.port());
		this.application = new LettuceConnectionFactory("127.0.0.1", this.proxy.port());
		this.application.afterPropertiesSet();
		this.store = new RedisStore(this.application, "faults", DEADLINE);
		assertThat(this.store.awaitReady(PATIENCE)).isTrue();
	}

	@AfterEach
	void close() throws IOException {
		this.store.close();
		this.application.destroy();
		this.proxy.close();
		this.server.resume();
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource(FailureMode.class)
	void e1StoppedRedisIsAnsweredForByFailureModeAndLimitsAgainWithoutRestart(FailureMode mode) {
		RateLimiter limiter = failover(mode, 10);
		await().atMost(PATIENCE).until(() -> limiter.tryAcquire("warm", 0).source() == Source.STORE);
		this.server.stop();
		assertAnswersInTime(limiter, mode);
		this.server.start();
		await().atMost(PATIENCE).until(() -> {
			Decision decision = limiter.tryAcquire("again", 1);
			return decision.source() == Source.STORE && decision.outcome() == Outcome.REJECTED;
		});
	}

	@ParameterizedTest
	@EnumSource(FailureMode.class)
	void e2FrozenRedisIsAnsweredForByFailureModeAndLimitsWithinASecondAfterThaw(FailureMode mode) {
		RateLimiter limiter = failover(mode, 10);
		await().atMost(PATIENCE).until(() -> limiter.tryAcquire("warm", 0).source() == Source.STORE);
		this.server.pause();
		assertAnswersInTime(limiter, mode);
		this.server.resume();
		await().atMost(Duration.ofSeconds(1)).until(() -> limiter.tryAcquire("again", 0).source() == Source.STORE);
	}

	@ParameterizedTest
	@EnumSource(FailureMode.class)
	void e2BlackHoleIsAnsweredForByFailureMode(FailureMode mode) {
		RateLimiter limiter = failover(mode, 10);
		await().atMost(PATIENCE).until(() -> limiter.tryAcquire("warm", 0).source() == Source.STORE);
		this.proxy.blackHole();
		assertAnswersInTime(limiter, mode);
		this.proxy.passThrough();
		await().atMost(Duration.ofSeconds(1)).until(() -> limiter.tryAcquire("again", 0).source() == Source.STORE);
	}

	@Test
	void e1StartsWithRedisDownAndLimitsOnceItIsUp() {
		this.server.stop();
		try (RedisStore late = new RedisStore(this.application, "late", PATIENCE)) {
			assertThat(late.awaitReady(DEADLINE)).isFalse();
			RateLimiter limiter = late.limiter(policy(FailureMode.LOCAL, 1));
			assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("k", 1))
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.CONNECTION));
			this.server.start();
			assertThat(late.awaitReady(PATIENCE)).isTrue();
			assertThat(limiter.tryAcquire("k", 1).outcome()).isEqualTo(Outcome.ALLOWED);
			assertThat(limiter.tryAcquire("k", 1).outcome()).isEqualTo(Outcome.REJECTED);
		}
	}

	@Test
	void e3SwallowedReplyIsChargedOnceAndNeverSentAgain() {
		RateLimiter limiter = this.store.limiter(policy(FailureMode.REJECT, 10));
		this.proxy.swallowNextReply();
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("k", 1));
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).untilAsserted(() -> {
			Decision look = limiter.tryAcquire("k", 0);
			assertThat(look.reading()).isNotNull();
			assertThat(look.reading().remaining()).isEqualTo(9);
		});
	}

	@Test
	void e4ConnectionClosedWithCommandsInFlightChargesEachAtMostOnce() {
		RateLimiter limiter = this.store.limiter(policy(FailureMode.REJECT, 1000));
		this.proxy.blackHole();
		List<Future<Decision>> flying = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			flying.add(limiter.tryAcquireAsync("k", 1).toCompletableFuture());
		}
		this.proxy.reset();
		this.proxy.passThrough();
		await().atMost(PATIENCE).until(() -> flying.stream().allMatch(Future::isDone));
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).untilAsserted(() -> {
			Decision look = limiter.tryAcquire("k", 0);
			assertThat(look.reading()).isNotNull();
			assertThat(look.reading().remaining()).isGreaterThanOrEqualTo(980);
		});
	}

	@Test
	void callsLostWithTheirConnectionDoNotCountAsUnansweredForEver() {
		RateLimiter limiter = this.store.limiter(policy(FailureMode.REJECT, 1000));
		for (int round = 0; round < 3; round++) {
			this.proxy.blackHole();
			List<Future<Decision>> lost = new ArrayList<>();
			for (int i = 0; i < 250; i++) {
				lost.add(asked(limiter));
			}
			await().atMost(PATIENCE).until(() -> lost.stream().allMatch(Future::isDone));
			this.proxy.reset();
			this.proxy.passThrough();
			await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> {
				limiter.tryAcquire("k", 0);
				return true;
			});
		}
	}

	private static Future<Decision> asked(RateLimiter limiter) {
		try {
			return limiter.tryAcquireAsync("k", 1).toCompletableFuture();
		}
		catch (RateLimitStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e5FlushedScriptsAreSentAgainAndChargeOnce(Algorithm algorithm) {
		// sending the text again may take longer than the deadline of these tests
		RedisStore patient = new RedisStore(this.application, "flush", PATIENCE);
		assertThat(patient.awaitReady(PATIENCE)).isTrue();
		RateLimiter limiter = patient.limiter(RateLimitPolicy.builder("flush")
			.algorithm(algorithm)
			.limits("5/1h")
			.queue((algorithm == Algorithm.LEAKY_BUCKET) ? 4 : 0)
			.maxWait((algorithm == Algorithm.LEAKY_BUCKET) ? Duration.ofHours(1) : Duration.ZERO)
			.build());
		assertThat(limiter.tryAcquire("k", 2).isPermitted()).isTrue();
		assertThat(this.server.ask("SCRIPT FLUSH")).isEqualTo("+OK");
		assertThat(limiter.tryAcquire("k", 1).reading()).isNotNull()
			.satisfies((reading) -> assertThat(reading.remaining()).isEqualTo(2));
		assertThat(this.server.ask("SCRIPT FLUSH")).isEqualTo("+OK");
		assertThat(limiter.tryAcquireAsync("k", 1).toCompletableFuture().join().reading()).isNotNull()
			.satisfies((reading) -> assertThat(reading.remaining()).isEqualTo(1));
		patient.close();
	}

	@Test
	void e8MasterThatBecomesAReplicaIsAnsweredForUntilItIsAMasterAgain() throws IOException {
		RateLimiter store = this.store.limiter(policy(FailureMode.REJECT, 10));
		assertThat(store.tryAcquire("k", 3).isPermitted()).isTrue();
		RedisServer other = RedisServer.launch();
		assertThat(this.server.ask("REPLICAOF %s %d".formatted(other.host(), other.port()))).isEqualTo("+OK");
		RateLimiter limiter = failover(FailureMode.REJECT, 10);
		for (int i = 0; i < 30; i++) {
			assertThat(limiter.tryAcquire("k", 1).outcome()).isEqualTo(Outcome.FAILED_CLOSED);
		}
		assertThat(this.server.ask("REPLICAOF NO ONE")).isEqualTo("+OK");
		await().atMost(Duration.ofSeconds(1)).until(() -> limiter.tryAcquire("k", 1).source() == Source.STORE);
		other.close();
	}

	@Test
	void e8ReplicaIsAFailureThatPasses() {
		RateLimiter limiter = this.store.limiter(policy(FailureMode.REJECT, 10));
		this.server.ask("REPLICAOF 127.0.0.1 1");
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("k", 1))
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.UNAVAILABLE));
	}

	@Test
	void oneCallerHasOneDeadlineHoweverManyLimitsItMeets() {
		RateLimiter limiter = failover(FailureMode.REJECT, 10);
		List<Ask> asks = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			// shared limits are asked one after another, unless one refuses
			asks.add(new Ask(failover(FailureMode.ALLOW, 10 + i), "k", 1, true, "route"));
		}
		await().atMost(PATIENCE).until(() -> limiter.tryAcquire("warm", 0).source() == Source.STORE);
		Pass pass = new Pass(List.of());
		this.proxy.blackHole();
		List<Duration> taken = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			long start = System.nanoTime();
			pass.run(Entrance.EDGE, asks);
			taken.add(Duration.ofNanos(System.nanoTime() - start));
		}
		assertThat(taken).anySatisfy((duration) -> assertThat(duration).isBetween(DEADLINE, DEADLINE.multipliedBy(2)));
	}

	@Test
	void circuitSparesCallersTheirDeadlineAndSaysSo() {
		RateLimiter limiter = this.store.limiter(policy(FailureMode.REJECT, 10));
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		this.proxy.blackHole();
		List<Kind> kinds = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("k", 1))
				.satisfies((ex) -> kinds.add(ex.kind()));
		}
		assertThat(kinds.subList(0, 10)).containsOnly(Kind.TIMEOUT);
		assertThat(kinds.subList(25, 30)).contains(Kind.CIRCUIT_OPEN);
	}

	/**
	 * Whatever else runs on the machine may hold up a batch, so a few are tried; a
	 * limiter that waits for longer than its deadline holds up all of them.
	 */
	private void assertAnswersInTime(RateLimiter limiter, FailureMode mode) {
		List<List<Duration>> batches = new ArrayList<>();
		List<Decision> decisions = new ArrayList<>();
		do {
			batches.add(ask(limiter, decisions));
		}
		while (p99(batches.get(batches.size() - 1)).compareTo(BOUND) >= 0 && batches.size() < 5);
		assertThat(batches).anySatisfy((batch) -> assertThat(p99(batch)).isLessThan(BOUND));
		switch (mode) {
			case ALLOW -> assertThat(decisions).extracting(Decision::outcome).containsOnly(Outcome.FAILED_OPEN);
			case REJECT -> assertThat(decisions).extracting(Decision::outcome).containsOnly(Outcome.FAILED_CLOSED);
			case LOCAL -> {
				assertThat(decisions).extracting(Decision::source).containsOnly(Source.LOCAL);
				assertThat(decisions).filteredOn(Decision::isPermitted).hasSize(10);
			}
		}
	}

	/**
	 * 200 requests, 50 at a time.
	 */
	private static List<Duration> ask(RateLimiter limiter, List<Decision> decisions) {
		ExecutorService threads = Executors.newFixedThreadPool(50);
		try {
			Callable<Timed> request = () -> {
				long start = System.nanoTime();
				Decision decision = limiter.tryAcquire("k", 1);
				return new Timed(decision, Duration.ofNanos(System.nanoTime() - start));
			};
			List<Duration> taken = new ArrayList<>();
			for (Future<Timed> answer : threads.invokeAll(Collections.nCopies(200, request))) {
				decisions.add(answer.get().decision());
				taken.add(answer.get().taken());
			}
			return taken;
		}
		catch (ExecutionException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			threads.shutdownNow();
		}
	}

	private static Duration p99(List<Duration> durations) {
		List<Duration> sorted = durations.stream().sorted().toList();
		return sorted.get(sorted.size() * 99 / 100 - 1);
	}

	private record Timed(Decision decision, Duration taken) {

	}

	private RateLimiter failover(FailureMode mode, long permits) {
		RateLimitPolicy policy = policy(mode, permits);
		LocalShares local = new LocalShares(new MemoryStore(100, InstantSource.system(), Source.LOCAL), () -> 1);
		return new FailoverRateLimiter(this.store.limiter(policy), local,
				new StoreWatch(InstantSource.system(), List.of()));
	}

	private static RateLimitPolicy policy(FailureMode mode, long permits) {
		return RateLimitPolicy.builder("fault-" + mode.name().toLowerCase(Locale.ROOT))
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits(permits + "/1h")
			.failureMode(mode)
			.build();
	}

}
