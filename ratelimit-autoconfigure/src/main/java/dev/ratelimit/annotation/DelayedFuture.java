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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import dev.ratelimit.pass.WaitingRoom.Seat;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call that waits for its turn. Whoever cancels it, or completes it in
 * any other way before its turn, gives back what the call has taken; afterwards the
 * future that the method returned is cancelled with it.
 */
final class DelayedFuture {

	private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

	private final Call call;

	private final Admission admission;

	DelayedFuture(Call call, Admission admission) {
		this.call = call;
		this.admission = admission;
	}

	CompletableFuture<@Nullable Object> start(Seat seat, Executor executor) {
		whenDone(this.result, () -> {
			if (seat.leave()) {
				this.admission.giveBack();
			}
		});
		try {
			seat.callAfter(this.admission.delay(), () -> callIn(seat, executor), () -> this.result
				.completeExceptionally(new RejectedExecutionException("No call waits any longer")));
		}
		catch (RejectedExecutionException ex) {
			this.result.completeExceptionally(ex);
		}
		return this.result;
	}

	/**
	 * On the one thread that calls everybody.
	 */
	private void callIn(Seat seat, Executor executor) {
		if (seat.leave()) {
			try {
				executor.execute(this::run);
			}
			catch (RejectedExecutionException ex) {
				this.admission.giveBack();
				this.result.completeExceptionally(ex);
			}
		}
	}

	private void run() {
		if (this.result.isDone()) {
			this.admission.giveBack();
			return;
		}
		try {
			Object returned = this.call.proceed();
			if (returned instanceof CompletionStage<?> stage) {
				follow(stage);
			}
			else {
				this.result.complete(null);
			}
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	private void follow(CompletionStage<?> stage) {
		stage.whenComplete((value, ex) -> {
			if (ex != null) {
				this.result.completeExceptionally(ex);
			}
			else {
				this.result.complete(value);
			}
		});
		whenDone(this.result, () -> {
			if (this.result.isCancelled()) {
				stage.toCompletableFuture().cancel(true);
			}
		});
	}

	private static void whenDone(CompletionStage<?> stage, Runnable action) {
		stage.whenComplete((value, ex) -> action.run());
	}

}
