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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.FaultyProxy;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What {@link RedisFaultTests} shows of Lettuce where Jedis has a way of its own: it
 * blocks, pools and likes to try again. Cases E1 to E5 and E8.
 */
class JedisFaultTests {

	private static final Duration DEADLINE = Duration.ofMillis(50);

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final RateLimitPolicy policy = RateLimitPolicy.builder("p").limits("1000/1h").build();

	private RedisServer server;

	private FaultyProxy proxy;

	private RedisStore store;

	private RateLimiter limiter;

	@BeforeEach
	void connectThroughProxy() throws IOException {
		this.server = RedisServer.launch();
		this.proxy = new FaultyProxy(this.server.port());
		this.store = open(DEADLINE);
		this.limiter = this.store.limiter(this.policy);
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> used() == 0);
	}

	private RedisStore open(Duration timeout) {
		RedisStore store = new RedisStore(
				new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port())), "jedis",
				timeout);
		assertThat(store.awaitReady(PATIENCE)).isTrue();
		return store;
	}

	@AfterEach
	void close() throws IOException {
		this.store.close();
		this.proxy.close();
		this.server.resume();
		this.server.close();
	}

	@Test
	void e1StoppedRedisFailsAtOnceAndLimitsAgainWithoutRestart() {
		this.server.stop();
		assertFails(Kind.CONNECTION);
		this.server.start();
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> used() == 0);
		assertThat(this.limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		assertThat(used()).isEqualTo(1);
	}

	@Test
	void e2CallersOfAFrozenRedisWaitForTheirDeadlineAndWhatWasNotSentIsNotCharged() {
		this.server.pause();
		List<Future<Decision>> asked = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			asked.add(ask());
		}
		long start = System.nanoTime();
		assertThat(asked).allSatisfy((call) -> assertThat(call).failsWithin(PATIENCE));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.multipliedBy(3));
		this.server.resume();
		// sixteen threads have sent one call each, and the looks of the next lines come
		// after those
		await().atMost(Duration.ofSeconds(1)).ignoreException(RateLimitStoreException.class).until(() -> used() <= 16);
	}

	@Test
	void e3SwallowedReplyIsChargedOnceAndNeverSentAgain() {
		this.proxy.swallowNextReply();
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> this.limiter.tryAcquire("k", 1));
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> used() == 1);
	}

	@Test
	void e4ConnectionsClosedWithCallsInFlightChargeEachAtMostOnce() {
		this.proxy.blackHole();
		List<Future<Decision>> flying = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			flying.add(ask());
		}
		this.proxy.reset();
		this.proxy.passThrough();
		await().atMost(PATIENCE).until(() -> flying.stream().allMatch(Future::isDone));
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> used() <= 20);
	}

	@Test
	void e5FlushedScriptIsSentAgainAndChargesOnce() {
		// sending the text again may take longer than the deadline of these tests
		RedisStore patient = open(PATIENCE);
		this.limiter = patient.limiter(this.policy);
		assertThat(this.limiter.tryAcquire("k", 2).isPermitted()).isTrue();
		assertThat(this.server.ask("SCRIPT FLUSH")).isEqualTo("+OK");
		assertThat(this.limiter.tryAcquire("k", 1).isPermitted()).isTrue();
		assertThat(used()).isEqualTo(3);
		patient.close();
	}

	@Test
	void e8MasterThatBecomesAReplicaLimitsAgainOnceItIsAMaster() {
		this.server.ask("REPLICAOF 127.0.0.1 1");
		assertFails(Kind.UNAVAILABLE);
		this.server.ask("REPLICAOF NO ONE");
		await().atMost(Duration.ofSeconds(1)).ignoreException(RateLimitStoreException.class).until(() -> used() == 0);
	}

	@Test
	void aChargeIsNotGivenBackToAServerThatWasRestartedSince() {
		Decision decision = this.limiter.tryAcquire("k", 5);
		assertThat(decision.charge()).isNotNull();
		this.server.stop();
		assertFails(Kind.CONNECTION);
		this.server.start();
		await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> used() == 0);
		assertThat(this.limiter.tryAcquire("k", 5).isPermitted()).isTrue();
		assertThat(this.limiter.release(decision.charge()).toCompletableFuture()).failsWithin(PATIENCE);
		assertThat(used()).isEqualTo(5);
	}

	private void assertFails(Kind kind) {
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> this.limiter.tryAcquire("k", 1))
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(kind));
	}

	private Future<Decision> ask() {
		try {
			return this.limiter.tryAcquireAsync("k", 1).toCompletableFuture();
		}
		catch (RateLimitStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private long used() {
		Decision look = this.limiter.tryAcquire("k", 0);
		assertThat(look.reading()).isNotNull();
		return 1000 - look.reading().remaining();
	}

}
