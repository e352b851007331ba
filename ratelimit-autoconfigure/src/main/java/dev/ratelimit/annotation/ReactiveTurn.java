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

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.pass.WaitingRoom.Seat;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/**
 * One subscription to the result of a limited method: it asks, waits for its turn and
 * calls the method, or is cancelled before that and gives back what it took.
 * <p>
 * The method is called on the thread that subscribes if the answer is known there and
 * then, else on {@code boundedElastic}: neither the threads of the store's client nor the
 * one that calls in who waits may be blocked by it.
 */
final class ReactiveTurn {

	private enum State {

		/** Asking or waiting. */
		OPEN,

		/** The method is called, or the call refused. */
		ENTERED,

		/** Cancelled before. */
		GONE

	}

	private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

	private final Thread subscriber = Thread.currentThread();

	private final Call call;

	private final Gate gate;

	private final Asks asks;

	private volatile @Nullable Admission admission;

	ReactiveTurn(Call call, Gate gate, Asks asks) {
		this.call = call.later();
		this.gate = gate;
		this.asks = asks;
	}

	/**
	 * Ask, and wait for the turn if there is one to wait for.
	 */
	Mono<Admission> admission() {
		return Mono.create((sink) -> {
			// Whoever serves a request may block, and only there can the client be told.
			if (this.gate.isInRequest() && !Schedulers.isInNonBlockingThread()) {
				arrive(this.gate.ask(this.asks), sink);
			}
			else {
				this.gate.askAsync(this.asks).whenComplete((answer, ex) -> {
					if (ex != null) {
						fail(ex, sink);
					}
					else {
						arrive(answer, sink);
					}
				});
			}
		});
	}

	private void fail(Throwable ex, MonoSink<Admission> sink) {
		if (this.state.get() != State.GONE) {
			sink.error((ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	private void arrive(Admission admission, MonoSink<Admission> sink) {
		this.admission = admission;
		if (this.state.get() == State.GONE) {
			admission.giveBack();
			return;
		}
		Seat seat = admission.seat();
		if (seat == null) {
			sink.success(admission);
			return;
		}
		try {
			seat.callAfter(admission.delay(), () -> {
				if (seat.leave()) {
					sink.success(admission);
				}
			}, () -> {
				if (seat.leave()) {
					admission.giveBack();
					sink.error(new RejectedExecutionException("No call waits any longer"));
				}
			});
		}
		catch (RejectedExecutionException ex) {
			admission.giveBack();
			sink.error(ex);
		}
	}

	/**
	 * The subscription is cancelled. Whatever happens once the method is called is its
	 * own affair.
	 */
	void abandon() {
		Admission admission = this.state.compareAndSet(State.OPEN, State.GONE) ? this.admission : null;
		if (admission != null) {
			admission.giveBack();
		}
	}

	Mono<Object> mono(Admission admission) {
		if (!this.state.compareAndSet(State.OPEN, State.ENTERED)) {
			return Mono.empty();
		}
		Mono<Object> outcome = Mono.defer(() -> Mono.from(outcome(admission)));
		return isHere() ? outcome : outcome.subscribeOn(Schedulers.boundedElastic());
	}

	Flux<Object> flux(Admission admission) {
		if (!this.state.compareAndSet(State.OPEN, State.ENTERED)) {
			return Flux.empty();
		}
		Flux<Object> outcome = Flux.defer(() -> Flux.from(outcome(admission)));
		return isHere() ? outcome : outcome.subscribeOn(Schedulers.boundedElastic());
	}

	private boolean isHere() {
		return Thread.currentThread() == this.subscriber;
	}

	private Publisher<?> outcome(Admission admission) {
		try {
			Object returned = admission.isRefused() ? refused(admission) : this.call.proceed();
			return (Publisher<?>) Objects.requireNonNull(returned, "a limited method must not return null");
		}
		catch (Throwable ex) {
			return Mono.error(ex);
		}
	}

	private @Nullable Object refused(Admission admission) throws Throwable {
		Fallback fallback = admission.fallback();
		if (fallback == null) {
			throw admission.refusal();
		}
		return this.call.fallBack(fallback, admission.refusal());
	}

}
