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

import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.pass.WaitingRoom.Seat;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;

/**
 * Makes calls as far as their limits permit. Thread-safe.
 *
 * @since 0.1.0
 */
public final class LimitedCalls {

	private final CallReader reader;

	private final Gate gate;

	private final FutureCalls futures;

	/**
	 * Create the engine.
	 * @param caller knows the request behind a call
	 * @param keys makes the text of a key
	 * @param pass asks the policies
	 * @param room where calls wait
	 * @param beanFactory where expressions find {@code @bean}
	 * @param executor runs delayed calls of methods that return a future; asked for at
	 * the first one
	 */
	public LimitedCalls(CallerContext caller, KeyResolver keys, Pass pass, WaitingRoom room, BeanFactory beanFactory,
			Supplier<Executor> executor) {
		this.reader = new CallReader(caller, keys, new BeanFactoryResolver(beanFactory));
		this.gate = new Gate(pass, room, caller);
		this.futures = new FutureCalls(this.gate, executor);
	}

	/**
	 * Make a call, if it is permitted.
	 * @param operation what is called
	 * @param target the bean without its proxy
	 * @param invocation the rest of the way to it
	 * @return what the method or its fallback returns
	 * @throws Throwable what that throws, or the refusal
	 */
	@Nullable Object invoke(Operation operation, Object target, MethodInvocation invocation) throws Throwable {
		Call call = this.reader.read(operation, target, invocation);
		return switch (operation.kind()) {
			case VALUE -> value(call);
			case FUTURE -> this.futures.invoke(call);
			case MONO -> ReactiveCalls.mono(call.later(), this.gate);
			case FLUX -> ReactiveCalls.flux(call.later(), this.gate);
		};
	}

	private @Nullable Object value(Call call) throws Throwable {
		Admission admission = this.gate.ask(call.first());
		if (admission.isRefused()) {
			Fallback fallback = admission.fallback();
			if (fallback == null) {
				throw admission.refusal();
			}
			return call.fallBack(fallback, admission.refusal());
		}
		Seat seat = admission.seat();
		if (seat != null) {
			sit(seat, admission);
		}
		return call.proceed();
	}

	private static void sit(Seat seat, Admission admission) {
		try {
			seat.sit(admission.delay());
			seat.leave();
		}
		catch (RejectedExecutionException ex) {
			admission.giveBack();
			throw ex;
		}
		catch (InterruptedException ex) {
			admission.giveBack();
			Thread.currentThread().interrupt();
			CancellationException cancelled = new CancellationException(
					"interrupted while the call waited for its turn, and what it had taken is given back");
			cancelled.initCause(ex);
			throw cancelled;
		}
	}

}
