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

package dev.ratelimit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiter;

import static dev.ratelimit.contract.World.KEY;

/**
 * 64 threads for each client, 20 requests for each thread, all for one key and all let go
 * at once.
 */
final class Race {

	private static final int THREADS = 64;

	private static final int REQUESTS = 20;

	private final List<RateLimiter> clients;

	private final Runnable halfWay;

	private final AtomicInteger sent = new AtomicInteger();

	Race(List<RateLimiter> clients, Runnable halfWay) {
		this.clients = clients;
		this.halfWay = halfWay;
	}

	/**
	 * Run it.
	 * @return all decisions
	 */
	List<Decision> run() {
		ExecutorService threads = Executors.newFixedThreadPool(this.clients.size() * THREADS);
		CyclicBarrier start = new CyclicBarrier(this.clients.size() * THREADS);
		try {
			List<Future<List<Decision>>> futures = new ArrayList<>();
			for (RateLimiter client : this.clients) {
				for (int i = 0; i < THREADS; i++) {
					futures.add(threads.submit(() -> send(client, start)));
				}
			}
			List<Decision> decisions = new ArrayList<>();
			for (Future<List<Decision>> future : futures) {
				decisions.addAll(future.get(60, TimeUnit.SECONDS));
			}
			return decisions;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new AssertionError("a thread of the race did not finish", ex);
		}
		finally {
			threads.shutdownNow();
		}
	}

	private List<Decision> send(RateLimiter client, CyclicBarrier start)
			throws InterruptedException, BrokenBarrierException {
		start.await();
		List<Decision> decisions = new ArrayList<>();
		for (int i = 0; i < REQUESTS; i++) {
			if (this.sent.incrementAndGet() == this.clients.size() * THREADS * REQUESTS / 2) {
				this.halfWay.run();
			}
			decisions.add((i % 2 == 0) ? client.tryAcquire(KEY, 1) : World.await(client.tryAcquireAsync(KEY, 1)));
		}
		return decisions;
	}

}
