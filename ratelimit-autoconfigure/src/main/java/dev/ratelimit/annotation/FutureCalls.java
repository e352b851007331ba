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
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * Makes calls of methods that return a future. They are decided on the thread of the
 * caller, and wait without one. Thread-safe.
 */
final class FutureCalls {

	private final Gate gate;

	private final SingletonSupplier<Executor> executor;

	FutureCalls(Gate gate, Supplier<Executor> executor) {
		this.gate = gate;
		this.executor = SingletonSupplier.of(executor);
	}

	@Nullable CompletionStage<?> invoke(Call call) throws Throwable {
		Admission admission;
		try {
			admission = this.gate.ask(call.first());
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		if (admission.isRefused()) {
			Fallback fallback = admission.fallback();
			return (fallback != null) ? (CompletionStage<?>) call.fallBack(fallback, admission.refusal())
					: CompletableFuture.failedFuture(admission.refusal());
		}
		if (admission.seat() == null) {
			return (CompletionStage<?>) call.proceed();
		}
		return new DelayedFuture(call.later(), admission).start(admission.seat(), this.executor.obtain());
	}

}
