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

package dev.ratelimit.redis.limiter;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.redis.Instance;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Redis that is frozen for five seconds while fifty threads ask.
 */
class FrozenRedisTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final Duration FROZEN_FOR = Duration.ofSeconds(5);

	/**
	 * Between two requests of one client, so that clients do not take the machine from
	 * each other.
	 */
	private static final long PAUSE = Duration.ofMillis(5).toNanos();

	private static final int LIMIT = 1_000_000;

	private RedisServer server;

	private Instance instance;

	@BeforeEach
	void start() throws IOException {
		this.server = RedisServer.launch();
		this.instance = new Instance(this.server.port(), "frozen");
	}

	@AfterEach
	void close() throws IOException {
		this.server.resume();
		this.instance.close();
		this.server.close();
	}

	/**
	 * Exact means: what Redis has counted in the end is what was let through, whoever let
	 * it through. The debts of this instance are in it, and the charges that came too
	 * late are not.
	 */
	@Test
	void callersAreAnsweredInTimeAndCountsAreExactWithinASecondAfterThaw()
			throws InterruptedException, ExecutionException {
		RateLimiter limiter = this.instance
			.limiter(RateLimitPolicy.builder("frozen").algorithm(Algorithm.FIXED_WINDOW).limits(LIMIT + "/1d").build());
		await().atMost(PATIENCE).until(() -> limiter.tryAcquire("warm", 1).source() == Source.STORE);
		AtomicLong permitted = new AtomicLong();
		this.server.pause();
		List<Duration> taken = askUntil(System.nanoTime() + FROZEN_FOR.toNanos(), () -> {
			Decision decision = limiter.tryAcquire("k", 1);
			assertThat(decision.source()).isEqualTo(Source.LOCAL);
			if (decision.isPermitted()) {
				permitted.incrementAndGet();
			}
		});
		this.server.resume();
		await().atMost(Duration.ofSeconds(1)).pollInterval(Duration.ofMillis(10)).until(() -> {
			Decision look = limiter.tryAcquire("k", 0);
			return look.source() == Source.STORE && look.reading() != null
					&& look.reading().remaining() == LIMIT - permitted.get();
		});
		Collections.sort(taken);
		assertThat(permitted).hasValueGreaterThan(1000);
		assertThat(taken.get(taken.size() * 99 / 100)).isLessThan(Instance.DEADLINE.multipliedBy(3));
	}

	private static List<Duration> askUntil(long end, Runnable request) throws InterruptedException, ExecutionException {
		ExecutorService threads = Executors.newFixedThreadPool(50);
		try {
			Callable<List<Duration>> asking = () -> {
				List<Duration> taken = new ArrayList<>();
				while (System.nanoTime() < end) {
					long start = System.nanoTime();
					request.run();
					taken.add(Duration.ofNanos(System.nanoTime() - start));
					LockSupport.parkNanos(PAUSE);
				}
				return taken;
			};
			List<Duration> taken = new ArrayList<>();
			for (Future<List<Duration>> asked : threads.invokeAll(Collections.nCopies(50, asking))) {
				taken.addAll(asked.get());
			}
			return taken;
		}
		finally {
			threads.shutdownNow();
		}
	}

}
