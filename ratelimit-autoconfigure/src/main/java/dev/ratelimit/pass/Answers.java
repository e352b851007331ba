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
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import dev.ratelimit.Arrival;
import dev.ratelimit.Decision;

/**
 * The answers of one pass while it runs. Used by one thread at a time.
 */
final class Answers {

	private final List<Answer> answers;

	private final Arrival arrival;

	private boolean refused;

	/**
	 * Begin without answers.
	 * @param expected how many are expected
	 * @param arrival when the caller came, from which all deadlines count
	 */
	Answers(int expected, Arrival arrival) {
		this.answers = new ArrayList<>(expected);
		this.arrival = arrival;
	}

	boolean isRefused() {
		return this.refused;
	}

	void ask(Ask ask) {
		add(ask, ask.limiter().tryAcquire(ask.key(), ask.permits(), this.arrival));
	}

	/**
	 * Ask several policies at once; a single one without paying for a future. All are
	 * waited for, even after a failure: what they took must be known to be given back.
	 */
	void askTogether(List<Ask> asks) {
		if (asks.size() == 1) {
			ask(asks.get(0));
			return;
		}
		List<CompletableFuture<Decision>> calls = new ArrayList<>(asks.size());
		for (Ask ask : asks) {
			calls.add(call(ask));
		}
		RuntimeException failure = null;
		for (int i = 0; i < calls.size(); i++) {
			try {
				add(asks.get(i), calls.get(i).join());
			}
			catch (RuntimeException ex) {
				failure = (failure != null) ? failure : unwrapped(ex);
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * As {@link #askTogether} without blocking; fails only once all have answered.
	 */
	CompletionStage<Void> askTogetherAsync(List<Ask> asks) {
		List<CompletableFuture<Decision>> calls = asks.stream().map(this::call).toList();
		return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new)).whenComplete((all, failure) -> {
			for (int i = 0; i < calls.size(); i++) {
				if (!calls.get(i).isCompletedExceptionally()) {
					add(asks.get(i), calls.get(i).join());
				}
			}
		});
	}

	private CompletableFuture<Decision> call(Ask ask) {
		try {
			return ask.limiter().tryAcquireAsync(ask.key(), ask.permits(), this.arrival).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static RuntimeException unwrapped(RuntimeException ex) {
		return (ex instanceof CompletionException && ex.getCause() instanceof RuntimeException cause) ? cause : ex;
	}

	private void add(Ask ask, Decision decision) {
		this.answers.add(new Answer(ask, decision, false));
		this.refused |= !decision.isPermitted();
	}

	/**
	 * Give back all that was taken, without waiting for it.
	 */
	void giveBack() {
		this.answers.replaceAll(Answer::giveBack);
	}

	Verdict toVerdict() {
		return new Verdict(this.answers);
	}

}
