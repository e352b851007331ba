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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What the passes of one request have come to so far. Each pass adds to it, so that the
 * client is told of the tightest limit of all of them, and nothing is charged twice.
 * <p>
 * Belongs to one request and is kept in its attribute {@link #ATTRIBUTE}; used by one
 * thread at a time.
 *
 * @since 0.1.0
 */
public final class PassHistory {

	/** Name of the request attribute that holds the history. */
	public static final String ATTRIBUTE = PassHistory.class.getName();

	/** A handler may refuse because of any of several calls it made at once. */
	private static final int MAX_SET_ASIDE = 32;

	private final List<RateLimitPolicy> policies = new ArrayList<>(4);

	private final List<Verdict> verdicts = new ArrayList<>(2);

	private final Deque<Verdict> setAside = new ArrayDeque<>(1);

	private @Nullable Answer tightest;

	private Duration delay = Duration.ZERO;

	/**
	 * Add a pass.
	 * @param asks what the pass was asked, also what it did not come to ask
	 * @param verdict what it came to
	 */
	public void add(List<Ask> asks, Verdict verdict) {
		addPolicies(asks);
		add(verdict);
	}

	/**
	 * Add the permitted call of a method. What it took is its own and stands for no other
	 * call, and it is not kept, since a request may make any number of calls.
	 * @param asks what the pass was asked
	 * @param verdict what it came to
	 */
	public void addCall(List<Ask> asks, Verdict verdict) {
		addPolicies(asks);
		compare(verdict);
	}

	/**
	 * Set a refusal aside: the call of a method was refused, which does not mean that the
	 * request will be. Only the last few are kept.
	 * @param asks what the pass was asked
	 * @param verdict a verdict that does not permit
	 * @see #refuse(Decision)
	 */
	public void setAside(List<Ask> asks, Verdict verdict) {
		addPolicies(asks);
		if (this.setAside.size() == MAX_SET_ASIDE) {
			this.setAside.removeFirst();
		}
		this.setAside.addLast(verdict);
	}

	/**
	 * The request is refused after all, because a call was.
	 * @param decision the decision that refused it
	 * @return whether it was made for this request; its verdict then counts
	 */
	@SuppressWarnings("ReferenceEquality")
	public boolean refuse(Decision decision) {
		for (Verdict verdict : this.setAside) {
			for (Answer answer : verdict.answers()) {
				if (answer.decision() == decision) {
					add(verdict);
					return true;
				}
			}
		}
		return false;
	}

	private void add(Verdict verdict) {
		this.verdicts.add(verdict);
		compare(verdict);
	}

	private void compare(Verdict verdict) {
		this.tightest = Verdict.tighter(this.tightest, verdict.tightest());
		Duration delay = verdict.delay();
		this.delay = (delay.compareTo(this.delay) > 0) ? delay : this.delay;
	}

	private void addPolicies(List<Ask> asks) {
		for (Ask ask : asks) {
			RateLimitPolicy policy = ask.limiter().policy();
			if (!this.policies.contains(policy)) {
				this.policies.add(policy);
			}
		}
	}

	/**
	 * The longest delay that a pass asked for.
	 * @return the delay, zero if there was none
	 */
	public Duration delay() {
		return this.delay;
	}

	/**
	 * All policies that apply to the request, as far as its passes have come.
	 * @return the policies, each once, in the order they were asked for
	 */
	public List<RateLimitPolicy> policies() {
		return Collections.unmodifiableList(this.policies);
	}

	/**
	 * The verdicts so far, without those of calls, unless one refused the request.
	 * @return the verdicts in the order of the passes
	 */
	public List<Verdict> verdicts() {
		return Collections.unmodifiableList(this.verdicts);
	}

	/**
	 * The answer of all passes that leaves the client least.
	 * @return the tightest answer, absent if nothing was asked
	 * @see Verdict#tightest()
	 */
	public @Nullable Answer tightest() {
		return this.tightest;
	}

	/**
	 * The policies that refused the request in the way that the tightest answer does:
	 * those whose stores gave no answer do not count beside a real rejection.
	 * @return names, each once, in the order the policies were asked
	 */
	public Set<String> refusedBy() {
		Set<String> names = new LinkedHashSet<>();
		for (Verdict verdict : this.verdicts) {
			for (Answer answer : verdict.answers()) {
				Outcome outcome = answer.decision().outcome();
				if (!outcome.isPermitted() && this.tightest != null && outcome == this.tightest.decision().outcome()) {
					names.add(answer.ask().limiter().policy().name());
				}
			}
		}
		return names;
	}

	/**
	 * Whether this request, apart from the methods it has called, already took permits of
	 * a key from a policy, and still has them.
	 * @param policy name of the policy
	 * @param key whose limit
	 * @return {@code true} if a charge is held
	 */
	public boolean hasCharged(String policy, String key) {
		for (Verdict verdict : this.verdicts) {
			for (Answer answer : verdict.answers()) {
				Ask ask = answer.ask();
				Decision decision = answer.decision();
				if (decision.charge() != null && !answer.givenBack() && ask.key().equals(key)
						&& ask.limiter().policy().name().equals(policy)) {
					return true;
				}
			}
		}
		return false;
	}

}
