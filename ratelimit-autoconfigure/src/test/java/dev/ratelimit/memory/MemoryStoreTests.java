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

package dev.ratelimit.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What the memory store does when there are more keys than places.
 */
class MemoryStoreTests {

	private static final int FLOOD = 200_000;

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	@ParameterizedTest
	@ValueSource(strings = { "5/1m", "1/1m" })
	void floodOfInventedKeysNeitherGrowsTheStoreNorFreesAClientOverItsLimit(String limit) {
		MemoryStore store = new MemoryStore(10_000, this.clock);
		RateLimiter limiter = store.limiter(RateLimitPolicy.builder("p").limits(limit).build());
		while (limiter.tryAcquire("attacker", 1).isPermitted()) {
			this.clock.advanceMicros(1);
		}
		for (int i = 0; i < FLOOD; i++) {
			this.clock.advanceMicros(1);
			assertThat(limiter.tryAcquire("invented" + i, 1).isPermitted()).isTrue();
		}
		assertThat(store.size()).isLessThanOrEqualTo(10_000);
		assertThat(limiter.tryAcquire("attacker", 1).outcome()).isEqualTo(Outcome.REJECTED);
	}

	@Test
	void floodOfClientsOverTheirLimitShutsNoNewClientOut() {
		MemoryStore store = new MemoryStore(100, this.clock);
		RateLimiter limiter = store.limiter(RateLimitPolicy.builder("p").limits("1/1m").build());
		for (int i = 0; i < 1000; i++) {
			assertThat(limiter.tryAcquire("client" + i, 1).isPermitted()).isTrue();
			assertThat(limiter.tryAcquire("client" + i, 1).isPermitted()).isFalse();
		}
		assertThat(store.size()).isLessThanOrEqualTo(100);
	}

	@Test
	void keysOfEqualHashCodeDoNotMeetInOneShard() {
		MemoryStore store = new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, this.clock);
		RateLimiter limiter = store.limiter(RateLimitPolicy.builder("p").limits("1/1m").build());
		List<String> keys = new ArrayList<>(List.of(""));
		for (int i = 0; i < 8; i++) {
			keys = keys.stream().flatMap((key) -> Stream.of(key + "Aa", key + "BB")).toList();
		}
		assertThat(keys.stream().map(String::hashCode).distinct()).hasSize(1);
		for (String key : keys) {
			limiter.tryAcquire(key, 1);
			assertThat(limiter.tryAcquire(key, 1).isPermitted()).isFalse();
			this.clock.advanceMicros(1);
		}
		assertThat(store.size()).isEqualTo(keys.size());
	}

	@Test
	void freshKeysMakeRoomFirst() {
		MemoryStore store = new MemoryStore(2, this.clock);
		RateLimiter brief = store.limiter(RateLimitPolicy.builder("brief").limits("1/1s").build());
		RateLimiter lasting = store.limiter(RateLimitPolicy.builder("lasting").limits("100/1h").build());
		brief.tryAcquire("refused", 1);
		brief.tryAcquire("refused", 1);
		lasting.tryAcquire("k", 1);
		this.clock.advance(Duration.ofSeconds(2));
		lasting.tryAcquire("other", 1);
		assertThat(remaining(lasting, "k")).isEqualTo(99);
		assertThat(remaining(lasting, "other")).isEqualTo(99);
	}

	@Test
	void keyWithLeastLeftStays() {
		MemoryStore store = new MemoryStore(2, this.clock);
		RateLimiter limiter = store.limiter(RateLimitPolicy.builder("p").limits("100/1h").build());
		limiter.tryAcquire("much", 60);
		limiter.tryAcquire("little", 1);
		limiter.tryAcquire("new", 1);
		assertThat(remaining(limiter, "much")).isEqualTo(40);
		assertThat(remaining(limiter, "little")).isEqualTo(100);
	}

	@Test
	void lookLeavesNothingBehind() {
		MemoryStore store = new MemoryStore(2, this.clock);
		RateLimiter limiter = store.limiter(RateLimitPolicy.builder("p").limits("100/1h").build());
		limiter.tryAcquire("k", 0);
		assertThat(store.size()).isZero();
	}

	@Test
	void decisionsAndChargesCarryTheSourceOfTheStore() {
		RateLimiter limiter = new MemoryStore(2, this.clock, Source.LOCAL)
			.limiter(RateLimitPolicy.builder("p").limits("1/1h").build());
		Decision decision = limiter.tryAcquire("k", 1);
		assertThat(decision.source()).isEqualTo(Source.LOCAL);
		assertThat(decision.charge()).isNotNull();
		assertThat(decision.charge().source()).isEqualTo(Source.LOCAL);
		assertThat(limiter.tryAcquire("k", 1).source()).isEqualTo(Source.LOCAL);
		assertThat(limiter.tryAcquire("k", 2).source()).isEqualTo(Source.LOCAL);
	}

	@Test
	void storeWithoutPlacesIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new MemoryStore(0, this.clock))
			.withMessageContaining("max-keys")
			.withMessageContaining("0");
	}

	private static long remaining(RateLimiter limiter, String key) {
		Decision look = limiter.tryAcquire(key, 0);
		assertThat(look.reading()).isNotNull();
		return look.reading().remaining();
	}

}
