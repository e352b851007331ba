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

import java.util.concurrent.atomic.AtomicBoolean;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Makes calls of methods that return a {@code Mono} or {@code Flux}. What they ask is
 * known when they are called, but nothing is asked until somebody subscribes, and each
 * subscription is a call. All that needs Reactor is here and in {@link ReactiveTurn}.
 */
final class ReactiveCalls {

	private ReactiveCalls() {
	}

	/**
	 * Make a call that is to return a {@code Mono}.
	 */
	static Object mono(Call call, Gate gate) {
		AtomicBoolean again = new AtomicBoolean();
		return Mono.defer(() -> {
			ReactiveTurn turn = new ReactiveTurn(call, gate, asks(call, again));
			return turn.admission().flatMap(turn::mono).doOnCancel(turn::abandon);
		});
	}

	/**
	 * Make a call that is to return a {@code Flux}.
	 */
	static Object flux(Call call, Gate gate) {
		AtomicBoolean again = new AtomicBoolean();
		return Flux.defer(() -> {
			ReactiveTurn turn = new ReactiveTurn(call, gate, asks(call, again));
			return turn.admission().flatMapMany(turn::flux).doOnCancel(turn::abandon);
		});
	}

	private static Asks asks(Call call, AtomicBoolean again) {
		return again.compareAndSet(false, true) ? call.first() : call.again();
	}

}
