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

import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.pass.Answer;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.WaitingRoom;
import org.jspecify.annotations.Nullable;

/**
 * What a call asks, and which limit asks it. Immutable.
 *
 * @param limits the limits
 * @param asks what each of them asks, at the same position
 */
record Asks(List<OperationLimit> limits, List<Ask> asks) {

	Asks {
		limits = List.copyOf(limits);
		asks = List.copyOf(asks);
	}

	boolean isEmpty() {
		return this.asks.isEmpty();
	}

	/**
	 * Whether the call may be delayed, and needs a seat to wait in.
	 */
	boolean mayDelay() {
		return this.limits.stream().anyMatch((limit) -> limit.limiter().policy().algorithm() == Algorithm.LEAKY_BUCKET);
	}

	/**
	 * The same for somebody without a seat.
	 */
	Asks withoutSeat() {
		return new Asks(this.limits, WaitingRoom.withoutSeat(this.asks));
	}

	/**
	 * What is left to ask of a call that has taken one permit of some already.
	 * @param charged for each of the asks, whether it has
	 */
	Asks without(List<Boolean> charged) {
		List<OperationLimit> limits = new ArrayList<>();
		List<Ask> asks = new ArrayList<>();
		for (int i = 0; i < this.asks.size(); i++) {
			Ask ask = this.asks.get(i);
			if (!charged.get(i)) {
				limits.add(this.limits.get(i));
				asks.add(ask);
			}
			else if (ask.permits() > 1) {
				limits.add(this.limits.get(i));
				asks.add(new Ask(ask.limiter(), ask.key(), ask.permits() - 1, ask.shared(), ask.route()));
			}
		}
		return new Asks(limits, asks);
	}

	/**
	 * The fallback of the limit that an answer came from: by identity, for two limits may
	 * ask the same.
	 */
	@SuppressWarnings("ReferenceEquality")
	@Nullable Fallback fallback(Answer answer) {
		for (int i = 0; i < this.asks.size(); i++) {
			if (this.asks.get(i) == answer.ask()) {
				return this.limits.get(i).fallback();
			}
		}
		return null;
	}

}
