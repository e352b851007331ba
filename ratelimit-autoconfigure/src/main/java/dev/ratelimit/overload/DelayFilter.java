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

package dev.ratelimit.overload;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.PassHistory;
import dev.ratelimit.pass.Verdict;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.pass.WaitingRoom.Seat;
import dev.ratelimit.web.LimitedResponse;
import dev.ratelimit.web.RequestPass;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Applies the policies that delay, and holds each request until its turn. It stands
 * behind all other filters, for a request can be held only where nothing but its handler
 * is left to come: held earlier it would lose its authentication, or skip filters of the
 * application.
 * <p>
 * A request is held without a thread: it is suspended, and an {@code ASYNC} dispatch goes
 * on with it, with the request and response as filters have wrapped them and the security
 * context as it was. What a filter in front keeps in a {@code ThreadLocal} of its own is
 * gone by then, and what it does behind the chain is done, as it is for every
 * asynchronous handler. On a virtual thread, and where asynchronous processing is not
 * supported, it waits on its thread.
 * <p>
 * Only so many requests are held at once as the waiting room has seats; whatever would
 * have to wait beyond that is refused. A wait that is broken off gives back its place in
 * the queue if nobody stands behind it. The container breaks off the wait of a suspended
 * request on an error or time-out, and when a client cancels it over HTTP/2; that a
 * client has left over HTTP/1.1 it does not notice before it writes. Thread-safe.
 *
 * @since 0.1.0
 */
public final class DelayFilter extends OncePerRequestFilter {

	private final RequestPass pass;

	private final LimitedResponse responses;

	private final WaitingRoom room;

	/**
	 * Create a filter.
	 * @param pass asks the policies that delay
	 * @param responses tells the client
	 * @param room where requests are held
	 */
	public DelayFilter(RequestPass pass, LimitedResponse responses, WaitingRoom room) {
		this.pass = pass;
		this.responses = responses;
		this.room = room;
	}

	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getDispatcherType() != DispatcherType.REQUEST
				&& request.getDispatcherType() != DispatcherType.ASYNC;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (request.getDispatcherType() == DispatcherType.ASYNC) {
			HeldRequest.resume(request, response, chain);
			return;
		}
		List<Ask> asks = this.pass.asks(request);
		if (asks.isEmpty()) {
			chain.doFilter(request, response);
			return;
		}
		Seat seat = this.room.take();
		try {
			long asked = System.nanoTime();
			Verdict verdict = this.pass.run(request, (seat != null) ? asks : WaitingRoom.withoutSeat(asks));
			PassHistory history = RequestPass.history(request);
			if (!verdict.isPermitted()) {
				this.responses.refuse(history, request, response);
				return;
			}
			HttpServletResponse permitted = this.responses.permit(history, request, response);
			if (seat == null || verdict.delay().isZero()) {
				leave(seat);
				chain.doFilter(request, permitted);
			}
			else {
				Seat held = seat;
				seat = null;
				hold(request, permitted, chain, verdict, held, asked);
			}
		}
		finally {
			leave(seat);
		}
	}

	private static void leave(@Nullable Seat seat) {
		if (seat != null) {
			seat.leave();
		}
	}

	private void hold(HttpServletRequest request, HttpServletResponse response, FilterChain chain, Verdict verdict,
			Seat seat, long asked) throws ServletException, IOException {
		Duration delay = this.room.untilTurn(verdict, asked);
		if (request.isAsyncSupported() && !request.isAsyncStarted() && !VirtualThreads.isCurrent()) {
			suspend(request, response, verdict, seat, delay);
		}
		else if (park(verdict, seat, delay)) {
			chain.doFilter(request, response);
		}
		else {
			response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
		}
	}

	private static void suspend(HttpServletRequest request, HttpServletResponse response, Verdict verdict, Seat seat,
			Duration delay) {
		try {
			HeldRequest.suspend(request, response, verdict, seat, delay);
		}
		catch (RuntimeException ex) {
			breakOff(verdict, seat);
			throw ex;
		}
	}

	/**
	 * Wait on the thread of the request.
	 * @return whether its turn has come; else the server is about to stop
	 */
	private boolean park(Verdict verdict, Seat seat, Duration delay) {
		try {
			seat.sit(delay);
			seat.leave();
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RejectedExecutionException ex) {
			this.logger.debug("The wait for a rate limit was broken off", ex);
		}
		breakOff(verdict, seat);
		return false;
	}

	private static void breakOff(Verdict verdict, Seat seat) {
		if (seat.leave()) {
			verdict.giveBack();
		}
	}

}
