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

package dev.ratelimit.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.ratelimit.Arrival;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Asks all policies that apply to a request: all of them are charged, or none.
 * <p>
 * The policies of the caller alone are asked first, at once where there are several. Only
 * if all of those allow come, one after another, logs that count rejected attempts, the
 * caller's queues, limits that all callers share, and shared queues. So a request that
 * its own limit refuses never holds anything that others need. As soon as one policy
 * refuses no further one is asked, and what the others took is given back.
 * <p>
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class Pass {

	private static final Log logger = LogFactory.getLog(Pass.class);

	private static final Stage[] STAGES = Stage.values();

	private final List<PassListener> listeners;

	private final AtomicBoolean listenerFailed = new AtomicBoolean();

	/**
	 * Create the engine.
	 * @param listeners told of every pass, in this order
	 */
	public Pass(List<? extends PassListener> listeners) {
		this.listeners = List.copyOf(listeners);
	}

	/**
	 * Ask policies for one request. Blocks until their answers are known, and not for
	 * what is given back; a store's deadline counts from the beginning for all of them
	 * together.
	 * @param entrance where the request is
	 * @param asks what to ask, in the order of configuration; two that name the same
	 * policy and key are asked once, for the greater number of permits
	 * @return the verdict
	 * @throws RuntimeException if a limiter fails instead of answering; whatever the
	 * others took is then given back
	 */
	public Verdict run(Entrance entrance, List<Ask> asks) {
		Arrival arrival = Arrival.now();
		Answers answers = new Answers(asks.size(), arrival);
		List<Ask> distinct = distinct(asks);
		try {
			for (Stage stage : STAGES) {
				decide(stage, distinct, answers);
				if (answers.isRefused()) {
					answers.giveBack();
					break;
				}
			}
		}
		catch (RuntimeException ex) {
			answers.giveBack();
			throw ex;
		}
		return tell(entrance, answers.toVerdict(), arrival);
	}

	private static void decide(Stage stage, List<Ask> asks, Answers answers) {
		if (stage.isParallel() && asks.size() > 1) {
			answers.askTogether(asks.stream().filter((ask) -> Stage.of(ask) == stage).toList());
			return;
		}
		for (Ask ask : asks) {
			if (Stage.of(ask) == stage && !answers.isRefused()) {
				answers.ask(ask);
			}
		}
	}

	/**
	 * As {@link #run(Entrance, List)} without blocking the caller. Listeners, and what is
	 * chained to the verdict, may run on a thread of the store's client.
	 * @param entrance where the call is
	 * @param asks what to ask, as above
	 * @return the verdict, or the failure of a limiter
	 */
	public CompletionStage<Verdict> runAsync(Entrance entrance, List<Ask> asks) {
		Arrival arrival = Arrival.now();
		Answers answers = new Answers(asks.size(), arrival);
		CompletionStage<Void> done = CompletableFuture.completedFuture(null);
		for (List<Ask> together : groups(distinct(asks))) {
			done = done.thenCompose((previous) -> answers.isRefused() ? CompletableFuture.completedFuture(null)
					: answers.askTogetherAsync(together));
		}
		return done.whenComplete((last, failure) -> {
			if (failure != null || answers.isRefused()) {
				answers.giveBack();
			}
		}).thenApply((last) -> tell(entrance, answers.toVerdict(), arrival));
	}

	/**
	 * What is asked at once, one group after another.
	 */
	private static List<List<Ask>> groups(List<Ask> asks) {
		List<List<Ask>> groups = new ArrayList<>();
		for (Stage stage : STAGES) {
			List<Ask> staged = asks.stream().filter((ask) -> Stage.of(ask) == stage).toList();
			if (stage.isParallel()) {
				groups.add(staged);
			}
			else {
				staged.forEach((ask) -> groups.add(List.of(ask)));
			}
		}
		return groups;
	}

	private static List<Ask> distinct(List<Ask> asks) {
		if (asks.size() < 2) {
			return asks;
		}
		List<Ask> distinct = new ArrayList<>(asks.size());
		for (Ask ask : asks) {
			int known = indexOf(distinct, ask);
			if (known < 0) {
				distinct.add(ask);
			}
			else if (distinct.get(known).permits() < ask.permits()) {
				distinct.set(known, ask);
			}
		}
		return distinct;
	}

	private static int indexOf(List<Ask> asks, Ask ask) {
		for (int i = 0; i < asks.size(); i++) {
			if (asks.get(i).isSameAs(ask)) {
				return i;
			}
		}
		return -1;
	}

	private Verdict tell(Entrance entrance, Verdict verdict, Arrival arrival) {
		PassEvent event = new PassEvent(entrance, verdict, arrival.age());
		for (PassListener listener : this.listeners) {
			tell(listener, event);
		}
		return verdict;
	}

	private void tell(PassListener listener, PassEvent event) {
		try {
			listener.onPass(event);
		}
		catch (RuntimeException ex) {
			// Once, for it would be once per request.
			if (this.listenerFailed.compareAndSet(false, true)) {
				logger.warn(listener.getClass().getName() + " failed and will be called again; "
						+ "further failures of listeners are logged at debug level", ex);
			}
			else {
				logger.debug(listener.getClass().getName() + " failed", ex);
			}
		}
	}

}
