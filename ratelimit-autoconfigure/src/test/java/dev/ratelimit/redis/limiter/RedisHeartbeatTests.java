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

package dev.ratelimit.redis.limiter;

import java.time.Duration;
import java.time.Instant;

import dev.ratelimit.limiter.Heartbeat;
import dev.ratelimit.redis.RedisStores;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TestStores;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisHeartbeat}.
 */
class RedisHeartbeatTests {

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final ManualClock clock = new ManualClock(START);

	private final String prefix = TestStores.prefix();

	private final Heartbeat one = heartbeat();

	private final Heartbeat two = heartbeat();

	@Test
	void instancesOfOnePrefixCountEachOther() {
		assertThat(this.one.beat()).isEqualTo(new Heartbeat.Beat(1, START.toEpochMilli() * 1000));
		assertThat(this.two.beat().instances()).isEqualTo(2);
		assertThat(this.one.beat().instances()).isEqualTo(2);
		Heartbeat stranger = new RedisHeartbeat(RedisStores.open(TestStores.prefix(), this.clock));
		assertThat(stranger.beat().instances()).isEqualTo(1);
	}

	@Test
	void whoLeavesIsNotCountedAnyMore() {
		this.one.beat();
		this.two.beat();
		this.two.leave();
		assertThat(this.one.beat().instances()).isEqualTo(1);
		this.two.leave();
		assertThat(this.two.beat().instances()).isEqualTo(2);
	}

	@Test
	void whoIsSilentForTenSecondsIsGone() {
		this.two.beat();
		this.clock.advance(Duration.ofMillis(9999));
		assertThat(this.one.beat().instances()).isEqualTo(2);
		this.clock.advance(Duration.ofMillis(1));
		assertThat(this.one.beat().instances()).isEqualTo(1);
	}

	@Test
	void aClockThatWentBackKeepsNobodyAliveForEver() {
		this.clock.advance(Duration.ofHours(1));
		this.one.beat();
		this.two.beat();
		this.clock.set(START);
		assertThat(this.one.beat().instances()).isEqualTo(1);
		assertThat(this.two.beat().instances()).isEqualTo(2);
	}

	@Test
	void theKeyExpiresWithItsInstances() {
		this.one.beat();
		String expiry = RedisServer.shared().ask("PTTL " + this.prefix + ":instances");
		assertThat(Long.parseLong(expiry.substring(1))).isBetween(1L, 10_000L);
	}

	/**
	 * No clock of a test here: that of Redis is near enough to this machine's, for they
	 * are the same.
	 */
	@Test
	void theClockIsThatOfRedis() {
		Heartbeat heartbeat = new RedisHeartbeat(RedisStores.open(this.prefix, null));
		Instant before = Instant.now();
		Instant told = Instant.EPOCH.plusNanos(heartbeat.beat().storeMicros() * 1000);
		assertThat(told).isBetween(before.minusMillis(1), Instant.now());
	}

	private Heartbeat heartbeat() {
		return new RedisHeartbeat(RedisStores.open(this.prefix, this.clock));
	}

}
