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

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a pass came to: the answers of all policies that were asked. Immutable.
 *
 * @param answers the answers, in the order the policies were asked; policies that were
 * not asked any more because another had refused are absent
 * @since 0.1.0
 */
public record Verdict(List<Answer> answers) {

	public Verdict {
		answers = List.copyOf(answers);
	}

	/**
	 * Whether the request may go on, now or after a delay.
	 * @return {@code true} unless a policy refused it
	 */
	public boolean isPermitted() {
		for (Answer answer : this.answers) {
			if (!answer.decision().isPermitted()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * The answer that leaves the client least. If the request is refused it is one that
	 * refuses: of real rejections the one that lasts longest, else a policy that refuses
	 * because its store gave no answer. If the request is permitted it is the one with
	 * least remaining.
	 * @return the tightest answer, the first of several alike; absent if nothing was
	 * asked
	 */
	public @Nullable Answer tightest() {
		Answer tightest = null;
		for (Answer answer : this.answers) {
			tightest = tighter(tightest, answer);
		}
		return tightest;
	}

	/**
	 * How long the request must wait before it goes on: as long as the policy says that
	 * delays it most.
	 * @return the delay, zero if it need not wait or is refused
	 */
	public Duration delay() {
		Duration longest = Duration.ZERO;
		for (Answer answer : this.answers) {
			Duration delay = answer.decision().delay();
			longest = (!answer.givenBack() && delay.compareTo(longest) > 0) ? delay : longest;
		}
		return longest;
	}

	/**
	 * Give back all that was taken, without waiting for it: for a request that was
	 * permitted and yet does not go on. What has drained meanwhile, or has others behind
	 * it, stays taken.
	 * @return this verdict with all given back
	 */
	public Verdict giveBack() {
		return new Verdict(this.answers.stream().map(Answer::giveBack).toList());
	}

	static @Nullable Answer tighter(@Nullable Answer one, @Nullable Answer other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return (Tightness.INSTANCE.compare(other, one) > 0) ? other : one;
	}

}
