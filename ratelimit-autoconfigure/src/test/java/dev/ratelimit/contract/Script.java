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

package dev.ratelimit.contract;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import org.jspecify.annotations.Nullable;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Says what happens to one key at which time, and what must come of it. Times and
 * durations are written as numbers of seconds with up to six decimals; time 0 is a start
 * of slots.
 */
final class Script {

	private static final Pattern SECONDS = Pattern.compile("(\\d+)(?:\\.(\\d{1,6}))?s");

	private final World world;

	private RateLimiter limiter;

	private @Nullable Decision last;

	private final Map<String, Decision> kept = new HashMap<>();

	Script(World world, RateLimitPolicy policy) {
		this.world = world;
		this.limiter = world.limiter(policy);
		this.limiter.reset(KEY);
		at("0s");
	}

	Script at(String time) {
		this.world.clock().set(World.START.plus(seconds(time)));
		return this;
	}

	Script under(RateLimitPolicy policy) {
		this.limiter = this.world.limiter(policy);
		return this;
	}

	Script under(String... limits) {
		return under(Policies.aligned(this.world.algorithm(), this.limiter.policy().name(), limits));
	}

	/**
	 * So many permits pass at once.
	 */
	Script allows(long permits, long remaining, String resetAfter) {
		this.last = this.limiter.tryAcquire(KEY, permits);
		return expect(Outcome.ALLOWED, Reason.NONE, null, "0s", remaining, resetAfter);
	}

	/**
	 * So many permits pass and have to wait.
	 */
	Script delays(long permits, String delay, long remaining, String resetAfter) {
		this.last = this.limiter.tryAcquire(KEY, permits);
		return expect(Outcome.DELAYED, Reason.NONE, null, delay, remaining, resetAfter);
	}

	/**
	 * So many permits are refused.
	 */
	Script refuses(long permits, String retryAfter, long remaining, String resetAfter) {
		this.last = this.limiter.tryAcquire(KEY, permits);
		return expect(Outcome.REJECTED, Reason.LIMIT, retryAfter, "0s", remaining, resetAfter);
	}

	/**
	 * So many permits are refused because they come too soon after the ones before.
	 */
	Script refusesTooSoon(long permits, String retryAfter) {
		Decision decision = this.limiter.tryAcquire(KEY, permits);
		assertThat(decision.outcome()).isEqualTo(Outcome.REJECTED);
		assertThat(decision.reason()).isEqualTo(Reason.MIN_INTERVAL);
		assertThat(decision.retryAfter()).isEqualTo(seconds(retryAfter));
		return this;
	}

	/**
	 * So many permits pass; what is read is of no interest.
	 */
	Script passes(long permits) {
		this.last = this.limiter.tryAcquire(KEY, permits);
		World.allows(this.last);
		return this;
	}

	/**
	 * So many permits are refused; what is read is of no interest.
	 */
	Script refuses(long permits) {
		World.refuses(this.limiter.tryAcquire(KEY, permits));
		return this;
	}

	Script exceeds(long permits) {
		Decision decision = this.limiter.tryAcquire(KEY, permits);
		assertThat(decision.reason()).isEqualTo(Reason.EXCEEDS_LIMIT);
		assertThat(decision.retryAfter()).isNull();
		return this;
	}

	/**
	 * A look finds something left.
	 */
	Script shows(long remaining, String resetAfter) {
		this.last = this.limiter.tryAcquire(KEY, 0);
		return expect(Outcome.ALLOWED, Reason.NONE, null, "0s", remaining, resetAfter);
	}

	/**
	 * A look finds nothing left.
	 */
	Script showsNothingFor(String retryAfter, String resetAfter) {
		this.last = this.limiter.tryAcquire(KEY, 0);
		return expect(Outcome.ALLOWED, Reason.NONE, retryAfter, "0s", 0, resetAfter);
	}

	/**
	 * So many permits are taken without asking.
	 */
	Script owes(long permits, long remaining, String resetAfter) {
		this.last = World.charge(this.limiter, KEY, permits);
		return expect(Outcome.ALLOWED, Reason.NONE, null, "0s", remaining, resetAfter);
	}

	/**
	 * What the decision before took is given back.
	 */
	Script givesBack() {
		assertThat(this.last).isNotNull();
		World.release(this.limiter, this.last);
		return this;
	}

	/**
	 * Remember the decision before, to give it back later.
	 */
	Script as(String name) {
		assertThat(this.last).isNotNull();
		this.kept.put(name, this.last);
		return this;
	}

	Script givesBack(String name) {
		World.release(this.limiter, Objects.requireNonNull(this.kept.get(name)));
		return this;
	}

	/**
	 * The decision before reads this limit.
	 */
	Script reading(String limit) {
		assertThat(this.last).isNotNull();
		assertThat(World.reading(this.last).limit()).hasToString(limit);
		return this;
	}

	private Script expect(Outcome outcome, Reason reason, @Nullable String retryAfter, String delay, long remaining,
			String resetAfter) {
		assertThat(this.last).isNotNull();
		Reading reading = World.reading(this.last);
		Reading expected = new Reading(reading.limit(), reading.capacity(), remaining, seconds(resetAfter));
		assertThat(Seen.of(this.last)).isEqualTo(new Seen(outcome, reason, expected,
				(retryAfter != null) ? seconds(retryAfter) : null, seconds(delay), this.last.charge() != null));
		return this;
	}

	private static Duration seconds(String text) {
		Matcher matcher = SECONDS.matcher(text);
		assertThat(matcher.matches()).as("seconds: %s", text).isTrue();
		String micros = (matcher.group(2) != null) ? (matcher.group(2) + "00000").substring(0, 6) : "0";
		return Duration.ofSeconds(Long.parseLong(matcher.group(1))).plusNanos(1000 * Long.parseLong(micros));
	}

}
