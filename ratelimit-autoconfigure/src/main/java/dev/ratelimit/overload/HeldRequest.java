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
import java.util.concurrent.RejectedExecutionException;

import dev.ratelimit.pass.Verdict;
import dev.ratelimit.pass.WaitingRoom.Seat;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A request that is suspended until its turn. Whoever leaves the seat first decides what
 * becomes of it: its turn, which goes on, or the container, which reports that the wait
 * is over for another reason.
 */
final class HeldRequest implements AsyncListener {

	private static final Log logger = LogFactory.getLog(HeldRequest.class);

	private static final String ATTRIBUTE = HeldRequest.class.getName();

	/** How much later than its turn a request is given up by the container. */
	private static final Duration MARGIN = Duration.ofSeconds(30);

	private final Verdict verdict;

	private final Seat seat;

	private final AsyncContext context;

	private HeldRequest(Verdict verdict, Seat seat, AsyncContext context) {
		this.verdict = verdict;
		this.seat = seat;
		this.context = context;
	}

	/**
	 * Suspend a request.
	 * @param delay how long
	 * @throws RuntimeException if it cannot be suspended
	 */
	static void suspend(HttpServletRequest request, HttpServletResponse response, Verdict verdict, Seat seat,
			Duration delay) {
		HeldRequest held = new HeldRequest(verdict, seat, request.startAsync(request, response));
		held.context.setTimeout(delay.plus(MARGIN).toMillis());
		held.context.addListener(held);
		request.setAttribute(ATTRIBUTE, HeldSecurity.of(request, response));
		try {
			seat.callAfter(delay, held::goOn, held::turnAway);
		}
		catch (RejectedExecutionException ex) {
			held.turnAway();
		}
	}

	private void goOn() {
		if (this.seat.leave()) {
			try {
				this.context.dispatch();
			}
			catch (RuntimeException ex) {
				logger.warn("A request that had waited could not go on", ex);
				answerUnavailable();
			}
		}
	}

	private void turnAway() {
		if (this.seat.leave()) {
			this.verdict.giveBack();
			answerUnavailable();
		}
	}

	private void answerUnavailable() {
		try {
			((HttpServletResponse) this.context.getResponse()).setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
			this.context.complete();
		}
		catch (RuntimeException ex) {
			logger.debug("A request that had waited could not be answered", ex);
		}
	}

	/**
	 * Go on with a request whose turn has come. Other dispatches pass as they are.
	 */
	static void resume(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (request.getAttribute(ATTRIBUTE) instanceof HeldSecurity security) {
			request.removeAttribute(ATTRIBUTE);
			security.restore(() -> chain.doFilter(request, response));
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private void breakOff() {
		if (this.seat.leave()) {
			this.verdict.giveBack();
		}
	}

	@Override
	public void onComplete(AsyncEvent event) {
		breakOff();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		breakOff();
	}

	@Override
	public void onError(AsyncEvent event) {
		breakOff();
	}

	/**
	 * The handler is asynchronous itself: the wait was over before.
	 */
	@Override
	public void onStartAsync(AsyncEvent event) {
	}

}
