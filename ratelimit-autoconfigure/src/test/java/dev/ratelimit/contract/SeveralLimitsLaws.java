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
import java.util.function.Consumer;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import org.junit.jupiter.api.Test;

import static dev.ratelimit.contract.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Several limits of one policy: all pass or none is charged.
 */
interface SeveralLimitsLaws extends Laws {

	Limit SHORT = Limit.parse("3/10s");

	Limit LONG = Limit.parse("5/1h");

	@Test
	default void refusalByOneLimitChargesNone() {
		withTwoLimits((both) -> {
			World.allows(both.tryAcquire(KEY, 3));
			for (int i = 0; i < 5; i++) {
				reads(both.tryAcquire(KEY, 1), SHORT, 0);
			}
			assertThat(World.remaining(world().limiter(LONG.toString()), KEY)).isEqualTo(2);
			world().clock().advance(Duration.ofSeconds(20));
			World.allows(both.tryAcquire(KEY, 2));
			for (int i = 0; i < 5; i++) {
				reads(both.tryAcquire(KEY, 1), LONG, 0);
			}
			assertThat(World.remaining(world().limiter(SHORT.toString()), KEY)).isEqualTo(1);
		});
	}

	@Test
	default void ofTwoRefusingLimitsTheLongerWaitIsTold() {
		withTwoLimits((both) -> {
			World.allows(both.tryAcquire(KEY, 3));
			Decision refused = both.tryAcquire(KEY, 3);
			reads(refused, LONG, 2);
			long wait = World.retryAfter(refused);
			assertThat(wait).isGreaterThan(World.retryAfter(both.tryAcquire(KEY, 1)));
			world().passesExactlyAfter(both, 3, wait);
		});
	}

	@Test
	default void ofPassingLimitsTheLeastRemainingIsRead() {
		withTwoLimits((both) -> {
			reads(both.tryAcquire(KEY, 0), SHORT, 3);
			reads(both.tryAcquire(KEY, 1), SHORT, 2);
			reads(both.tryAcquire(KEY, 2), SHORT, 0);
			world().clock().advance(Duration.ofSeconds(20));
			reads(both.tryAcquire(KEY, 0), LONG, 2);
			reads(both.tryAcquire(KEY, 1), LONG, 1);
		});
	}

	@Test
	default void requestBeyondTheLeastCapacityExceedsThemAll() {
		withTwoLimits((both) -> {
			assertThat(both.policy().capacity()).isEqualTo(3);
			assertThat(both.tryAcquire(KEY, 4).reason()).isEqualTo(Reason.EXCEEDS_LIMIT);
			assertThat(World.remaining(both, KEY)).isEqualTo(3);
		});
	}

	private void withTwoLimits(Consumer<RateLimiter> law) {
		if (world().algorithm() == Algorithm.LEAKY_BUCKET) {
			assertThatIllegalArgumentException().isThrownBy(() -> world().limiter(LONG.toString(), SHORT.toString()));
		}
		else {
			law.accept(world().limiter(LONG.toString(), SHORT.toString()));
		}
	}

	private static void reads(Decision decision, Limit limit, long remaining) {
		Reading reading = World.reading(decision);
		assertThat(reading.limit()).isEqualTo(limit);
		assertThat(reading.capacity()).isEqualTo(limit.permits());
		assertThat(reading.remaining()).isEqualTo(remaining);
	}

}
