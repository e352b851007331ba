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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.Verdict;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.pass.WaitingRoom.Seat;
import org.jspecify.annotations.Nullable;

/**
 * Asks what calls have to ask, and tells whoever is behind them. Who may have to wait
 * takes a seat first: a place in a queue that nobody can wait for would be lost.
 * Thread-safe.
 */
final class Gate {

	private static final Admission NOTHING_ASKED = new Admission(new Asks(List.of(), List.of()), new Verdict(List.of()),
			Duration.ZERO, null);

	private final Pass pass;

	private final WaitingRoom room;

	private final CallerContext caller;

	Gate(Pass pass, WaitingRoom room, CallerContext caller) {
		this.pass = pass;
		this.room = room;
		this.caller = caller;
	}

	/**
	 * Whether there is a request behind the current thread, which is then one that may
	 * block.
	 */
	boolean isInRequest() {
		return this.caller.request() != null;
	}

	/**
	 * Ask, and block until there is an answer.
	 */
	Admission ask(Asks asks) {
		if (asks.isEmpty()) {
			return NOTHING_ASKED;
		}
		Seat seat = seat(asks);
		Asks asked = asked(asks, seat);
		long start = System.nanoTime();
		try {
			return tell(asked, this.pass.run(Entrance.METHOD, asked.asks()), start, seat);
		}
		catch (RuntimeException ex) {
			leave(seat);
			throw ex;
		}
	}

	/**
	 * Ask without blocking. The answer may come on a thread of the store's client.
	 */
	CompletionStage<Admission> askAsync(Asks asks) {
		if (asks.isEmpty()) {
			return CompletableFuture.completedFuture(NOTHING_ASKED);
		}
		Seat seat = seat(asks);
		Asks asked = asked(asks, seat);
		long start = System.nanoTime();
		return this.pass.runAsync(Entrance.METHOD, asked.asks()).whenComplete((verdict, ex) -> {
			if (ex != null) {
				leave(seat);
			}
		}).thenApply((verdict) -> tell(asked, verdict, start, seat));
	}

	private @Nullable Seat seat(Asks asks) {
		return asks.mayDelay() ? this.room.take() : null;
	}

	private static Asks asked(Asks asks, @Nullable Seat seat) {
		return (seat == null && asks.mayDelay()) ? asks.withoutSeat() : asks;
	}

	private Admission tell(Asks asks, Verdict verdict, long start, @Nullable Seat seat) {
		Duration delay = this.room.untilTurn(verdict, start);
		if (verdict.isPermitted()) {
			this.caller.permitted(asks.asks(), verdict);
		}
		else {
			this.caller.refused(asks.asks(), verdict);
		}
		if (delay.isZero()) {
			leave(seat);
			return new Admission(asks, verdict, delay, null);
		}
		return new Admission(asks, verdict, delay, seat);
	}

	private static void leave(@Nullable Seat seat) {
		if (seat != null) {
			seat.leave();
		}
	}

}
