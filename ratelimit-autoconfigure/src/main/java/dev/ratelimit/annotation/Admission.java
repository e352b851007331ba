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
import java.util.Objects;

import dev.ratelimit.RateLimitedException;
import dev.ratelimit.pass.Answer;
import dev.ratelimit.pass.Verdict;
import dev.ratelimit.pass.WaitingRoom.Seat;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call that asked.
 *
 * @param asks what it asked
 * @param verdict the answers
 * @param delay how long is left until its turn, zero if it need not or may not go on
 * @param seat where it waits, absent if it does not
 */
record Admission(Asks asks, Verdict verdict, Duration delay, @Nullable Seat seat) {

	boolean isRefused() {
		return !this.verdict.isPermitted();
	}

	/**
	 * Why the call is refused.
	 */
	RateLimitedException refusal() {
		Answer answer = refusing();
		return new RateLimitedException(answer.ask().limiter().policy(), answer.decision());
	}

	/**
	 * The fallback of the limit that refuses.
	 */
	@Nullable Fallback fallback() {
		return this.asks.fallback(refusing());
	}

	private Answer refusing() {
		return Objects.requireNonNull(this.verdict.tightest(), "a refused call was answered");
	}

	/**
	 * Do not go on.
	 */
	void giveBack() {
		if (this.seat != null) {
			this.seat.leave();
		}
		this.verdict.giveBack();
	}

}
