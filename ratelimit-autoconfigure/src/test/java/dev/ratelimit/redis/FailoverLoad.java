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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.ratelimit.Decision;
import dev.ratelimit.FailureMode;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/**
 * Two instances under load from two threads each, whose Redis loses a master; and what
 * was let through, counted by who let it through.
 */
final class FailoverLoad {

	/**
	 * Limit of each key: enough that the load does not exhaust it before the failover.
	 */
	static final int LIMIT = 2000;

	private static final Duration WITHIN = Duration.ofSeconds(10);

	private static final long PAUSE = Duration.ofMillis(1).toNanos();

	private final List<Instance> instances;

	private final List<String> keys;

	private final Map<String, AtomicLong> byStore = new ConcurrentHashMap<>();

	private final Map<String, AtomicLong> byFailureMode = new ConcurrentHashMap<>();

	/** What the last call for a key came to. */
	private final Map<String, Decision> last = new ConcurrentHashMap<>();

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean stopped;

	private volatile @Nullable Throwable failure;

	FailoverLoad(List<Instance> instances, List<String> keys) {
		this.instances = instances;
		this.keys = keys;
		RateLimitPolicy policy = RateLimitPolicy.builder("failover")
			.limits(LIMIT + "/1h")
			.failureMode(FailureMode.LOCAL)
			.build();
		for (Instance instance : instances) {
			RateLimiter limiter = instance.limiter(policy);
			// connections to the nodes of a cluster open when first used
			keys.forEach((key) -> await("the store").atMost(WITHIN)
				.until(() -> limiter.tryAcquire(key, 0).source() == Source.STORE));
			for (int i = 0; i < 2; i++) {
				Thread thread = new Thread(() -> ask(limiter), "load");
				thread.setUncaughtExceptionHandler((failed, ex) -> this.failure = ex);
				thread.start();
				this.threads.add(thread);
			}
		}
	}

	private void ask(RateLimiter limiter) {
		while (!this.stopped) {
			for (String key : this.keys) {
				Decision decision = limiter.tryAcquire(key, 1);
				if (decision.isPermitted()) {
					boolean store = decision.source() == Source.STORE;
					(store ? this.byStore : this.byFailureMode).computeIfAbsent(key, (first) -> new AtomicLong())
						.incrementAndGet();
				}
				this.last.put(key, decision);
			}
			LockSupport.parkNanos(PAUSE);
		}
	}

	/**
	 * Lose a master, and go on until it is replaced and all limits are used up.
	 * @param failover what makes a master go
	 * @throws IllegalStateException if a call failed instead of being answered
	 */
	void survive(Runnable failover) {
		try {
			await("limits").atMost(WITHIN).until(this::isLimiting);
			failover.run();
			await("an outage").atMost(WITHIN).until(() -> !isLimiting());
			await("limits again").atMost(WITHIN)
				.until(() -> isLimiting() && this.instances.stream().allMatch(Instance::isSettled));
			await("exhausted limits").atMost(Duration.ofSeconds(60)).until(this::isExhausted);
		}
		finally {
			stop();
		}
	}

	private boolean isLimiting() {
		return this.last.size() == this.keys.size()
				&& this.last.values().stream().allMatch((decision) -> decision.source() == Source.STORE);
	}

	private boolean isExhausted() {
		return isLimiting() && this.last.values().stream().noneMatch(Decision::isPermitted);
	}

	long byStore(String key) {
		return count(this.byStore, key);
	}

	long byFailureMode(String key) {
		return count(this.byFailureMode, key);
	}

	private static long count(Map<String, AtomicLong> counts, String key) {
		AtomicLong count = counts.get(key);
		return (count != null) ? count.get() : 0;
	}

	private void stop() {
		this.stopped = true;
		try {
			for (Thread thread : this.threads) {
				thread.join();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (this.failure != null) {
			throw new IllegalStateException(this.failure);
		}
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder();
		for (String key : this.keys) {
			text.append("%s: %d by the store, %d by the failure mode, of %d; ".formatted(key, byStore(key),
					byFailureMode(key), LIMIT));
		}
		return text.toString();
	}

}
