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

import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Verdict}, {@link Tightness} and {@link PassHistory}.
 */
class VerdictTests {

	private static final Decision CLOSED = Decision.failed(Outcome.FAILED_CLOSED);

	private static final Decision OPEN = Decision.failed(Outcome.FAILED_OPEN);

	private static final Decision EXCEEDS = Decision.rejected(Reason.EXCEEDS_LIMIT, Source.STORE);

	@Test
	void theLongestWaitIsTheTightestOfRejections() {
		assertTightest(rejected(9), rejected(5), rejected(9), rejected(8), allowed(0, 99));
	}

	@Test
	void aRejectionThatWaitingDoesNotLiftIsTighterThanAnyWait() {
		assertTightest(EXCEEDS, rejected(9), EXCEEDS);
	}

	@Test
	void aRejectionIsTighterThanAStoreWithoutAnswerAndThatThanPermission() {
		assertTightest(rejected(1), CLOSED, rejected(1));
		assertTightest(CLOSED, allowed(0, 99), CLOSED, OPEN);
	}

	@Test
	void leastRemainingThenLongestResetIsTheTightestOfPermissions() {
		assertTightest(allowed(2, 5), allowed(3, 60), allowed(2, 5), allowed(2, 4));
	}

	@Test
	void aPermissionWithoutReadingIsTheLeastTight() {
		assertTightest(allowed(100, 0), OPEN, allowed(100, 0));
		assertTightest(OPEN, OPEN);
	}

	@Test
	void theFirstOfSeveralAlikeIsTheTightest() {
		Answer first = answer("a", allowed(2, 5));
		assertThat(new Verdict(List.of(first, answer("b", allowed(2, 5)))).tightest()).isSameAs(first);
	}

	@Test
	void theHistoryKnowsTheTightestOfAllPassesAndWhoRefused() {
		PassHistory history = new PassHistory();
		assertThat(history.tightest()).isNull();
		Answer loose = answer("loose", allowed(7, 5));
		Answer tight = answer("tight", allowed(1, 5));
		history.add(List.of(tight.ask()), new Verdict(List.of(tight)));
		history.add(List.of(loose.ask(), tight.ask()), new Verdict(List.of(loose)));
		assertThat(history.tightest()).isSameAs(tight);
		assertThat(history.refusedBy()).isEmpty();
		history.add(List.of(), new Verdict(List.of(answer("closed", CLOSED), answer("b", rejected(5)),
				answer("a", rejected(7)), answer("b", EXCEEDS))));
		assertThat(history.refusedBy()).containsExactly("b", "a");
		assertThat(history.policies()).extracting(RateLimitPolicy::name).containsExactly("tight", "loose");
		assertThat(history.verdicts()).hasSize(3);
	}

	@Test
	void theHistoryKnowsWhatIsHeld() {
		PassHistory history = new PassHistory();
		Answer held = answer("held", FakeLimiter.allowed(policy("held")));
		Answer back = new Answer(answer("back", FakeLimiter.allowed(policy("back"))).ask(),
				FakeLimiter.allowed(policy("back")), true);
		history.add(List.of(held.ask(), back.ask()), new Verdict(List.of(held, back)));
		assertThat(history.hasCharged("held", "k")).isTrue();
		assertThat(history.hasCharged("held", "other")).isFalse();
		assertThat(history.hasCharged("back", "k")).isFalse();
	}

	@Test
	void whatACallTookIsItsOwn() {
		PassHistory history = new PassHistory();
		Answer call = answer("held", FakeLimiter.allowed(policy("held")));
		history.addCall(List.of(call.ask()), new Verdict(List.of(call)));
		assertThat(history.hasCharged("held", "k")).isFalse();
		assertThat(history.tightest()).isSameAs(call);
		assertThat(history.policies()).extracting(RateLimitPolicy::name).containsExactly("held");
	}

	@Test
	void refusalThatIsSetAsideCountsOnceItRefusesTheRequest() {
		PassHistory history = new PassHistory();
		Answer allowed = answer("a", allowed(3, 5));
		history.addCall(List.of(allowed.ask()), new Verdict(List.of(allowed)));
		Answer refused = answer("b", rejected(5));
		history.setAside(List.of(refused.ask()), new Verdict(List.of(refused)));
		assertThat(history.tightest()).isSameAs(allowed);
		assertThat(history.refusedBy()).isEmpty();
		assertThat(history.policies()).extracting(RateLimitPolicy::name).containsExactly("a", "b");
		assertThat(history.refuse(rejected(5))).as("another decision").isFalse();
		assertThat(history.refuse(refused.decision())).isTrue();
		assertThat(history.tightest()).isSameAs(refused);
		assertThat(history.refusedBy()).containsExactly("b");
	}

	@Test
	void callsWithoutEndTakeNoMemoryWithoutEnd() {
		PassHistory history = new PassHistory();
		Answer first = answer("p", rejected(5));
		history.setAside(List.of(), new Verdict(List.of(first)));
		Answer last = answer("p", rejected(6));
		for (int i = 0; i < 100; i++) {
			last = answer("p", rejected(6));
			history.setAside(List.of(), new Verdict(List.of(last)));
			history.addCall(List.of(), new Verdict(List.of(answer("p", allowed(3, 5)))));
		}
		assertThat(history.verdicts()).isEmpty();
		assertThat(history.refuse(first.decision())).isFalse();
		assertThat(history.refuse(last.decision())).isTrue();
	}

	private static void assertTightest(Decision expected, Decision... decisions) {
		Verdict verdict = new Verdict(List.of(decisions).stream().map((decision) -> answer("p", decision)).toList());
		assertThat(verdict.tightest()).isNotNull();
		assertThat(verdict.tightest().decision()).isEqualTo(expected);
	}

	private static Answer answer(String policy, Decision decision) {
		FakeLimiter limiter = FakeLimiter.answering(policy(policy), List.of(), decision);
		return new Answer(new Ask(limiter, "k", 1, false, "route"), decision, false);
	}

	private static RateLimitPolicy policy(String name) {
		return RateLimitPolicy.builder(name).limits("5/1m").build();
	}

	private static Decision allowed(long remaining, long resetAfter) {
		return decision(Outcome.ALLOWED, remaining, resetAfter, null);
	}

	private static Decision rejected(long retryAfter) {
		return decision(Outcome.REJECTED, 0, 60, Duration.ofSeconds(retryAfter));
	}

	private static Decision decision(Outcome outcome, long remaining, long resetAfter, @Nullable Duration retryAfter) {
		Reading reading = new Reading(Limit.parse("5/1m"), 5, remaining, Duration.ofSeconds(resetAfter));
		Reason reason = outcome.isPermitted() ? Reason.NONE : Reason.LIMIT;
		return new Decision(outcome, reason, Source.STORE, reading, retryAfter, Duration.ZERO, null);
	}

}
