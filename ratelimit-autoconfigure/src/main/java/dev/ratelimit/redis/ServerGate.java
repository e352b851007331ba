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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;

/**
 * Stands in front of one server and knows what is under way there: how much may be, and
 * whether asking makes sense. One per server, so that the loss of one shard costs the
 * others nothing. Thread-safe.
 * <p>
 * The circuit opens once half of the last 20 calls, at least ten, have failed; then one
 * call every {@value #PROBE_EVERY_MILLIS} ms finds out whether the server is back, and
 * the others are spared their deadline. An error that the server answers with is no
 * failure of the server, unless it says that it cannot serve.
 */
final class ServerGate {

	/** Calls that may be unanswered at once; more is not load but a jam. */
	static final int MAX_UNDER_WAY = 4096;

	/**
	 * Calls that may be unanswered beyond their deadline. They stay queued at a frozen
	 * server; more of them would only make its return harder.
	 */
	static final int MAX_ABANDONED = 256;

	private static final int PROBE_EVERY_MILLIS = 250;

	private static final CircuitBreakerConfig CIRCUIT = CircuitBreakerConfig.custom()
		.slidingWindowSize(20)
		.minimumNumberOfCalls(10)
		.failureRateThreshold(50)
		.waitDurationInOpenState(Duration.ofMillis(PROBE_EVERY_MILLIS))
		.permittedNumberOfCallsInHalfOpenState(1)
		.writableStackTraceEnabled(false)
		.build();

	private static final AtomicInteger ids = new AtomicInteger();

	private final int id = ids.incrementAndGet();

	private final CircuitBreaker circuit = CircuitBreaker.of("ratelimit", CIRCUIT);

	private final AtomicInteger underWay = new AtomicInteger();

	private final AtomicInteger abandoned = new AtomicInteger();

	private final AtomicInteger breaks = new AtomicInteger();

	/** Whether successes matter to the circuit: not while it has seen no failure. */
	private volatile boolean troubled;

	/**
	 * A number that changes whenever the server may have lost what it was told: it is
	 * another one, or its connection broke.
	 */
	long origin() {
		return ((long) this.id << Integer.SIZE) | this.breaks.get();
	}

	/**
	 * A connection to the server broke.
	 */
	void broken() {
		this.breaks.incrementAndGet();
	}

	/**
	 * Ask to send a call. Whoever may must tell what became of it.
	 * @throws RateLimitStoreException if it must not be sent
	 */
	void enter() {
		enterUnlessFull();
		if (!this.circuit.tryAcquirePermission()) {
			this.underWay.decrementAndGet();
			throw new RateLimitStoreException(Kind.CIRCUIT_OPEN, StoreFailures.message(Kind.CIRCUIT_OPEN), null);
		}
	}

	/**
	 * Ask to send a call that nobody waits for and that would be missed, such as giving
	 * something back: the circuit, which spares callers their deadline, does not matter.
	 * @throws RateLimitStoreException if it must not be sent
	 */
	void enterUnlessFull() {
		if (this.abandoned.get() >= MAX_ABANDONED || this.underWay.get() >= MAX_UNDER_WAY) {
			throw new RateLimitStoreException(Kind.OVERLOADED, StoreFailures.message(Kind.OVERLOADED), null);
		}
		this.underWay.incrementAndGet();
	}

	void answered() {
		this.underWay.decrementAndGet();
		succeeded();
	}

	private void succeeded() {
		if (this.troubled) {
			this.circuit.onSuccess(0, TimeUnit.NANOSECONDS);
			this.troubled = this.circuit.getState() != State.CLOSED
					|| this.circuit.getMetrics().getNumberOfFailedCalls() > 0;
		}
	}

	void failed(RateLimitStoreException failure) {
		this.underWay.decrementAndGet();
		switch (failure.kind()) {
			case CONNECTION -> {
				broken();
				count(failure);
			}
			case TIMEOUT, UNAVAILABLE, OVERLOADED -> count(failure);
			case OOM, PERMANENT, CIRCUIT_OPEN -> succeeded();
		}
	}

	private void count(RateLimitStoreException failure) {
		if (failure instanceof UnknownScriptException) {
			succeeded();
			return;
		}
		this.troubled = true;
		this.circuit.onError(0, TimeUnit.NANOSECONDS, failure);
	}

	/**
	 * The caller goes on without an answer because its time is up.
	 * @param sent the call, under way until it is answered
	 * @param timeout why it goes on
	 * @return the call, no longer under way once it is answered
	 */
	<T> CompletableFuture<T> abandon(CompletableFuture<T> sent, TimeoutException timeout) {
		this.troubled = true;
		this.circuit.onError(0, TimeUnit.NANOSECONDS, timeout);
		return forsake(sent);
	}

	/**
	 * The caller goes on without an answer for reasons of its own.
	 * @param sent the call, under way until it is answered
	 * @return the call, no longer under way once it is answered
	 */
	<T> CompletableFuture<T> leave(CompletableFuture<T> sent) {
		this.circuit.releasePermission();
		return forsake(sent);
	}

	private <T> CompletableFuture<T> forsake(CompletableFuture<T> sent) {
		this.abandoned.incrementAndGet();
		return sent.whenComplete((reply, failure) -> {
			this.abandoned.decrementAndGet();
			this.underWay.decrementAndGet();
		});
	}

}
