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

package dev.ratelimit.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much memory a client takes in Redis, as {@code MEMORY USAGE} says, and that the
 * reference has the same numbers. Run with {@code -Dratelimit.docs.update=true} to write
 * them there.
 */
class MemorySizeTests {

	private static final Path PAGE = Path.of("../docs/sizing.md");

	private static final String CLIENT = "user|0123456789abcdef0123456789abcdef012";

	private static final List<String> ONE = List.of("100/1m");

	private static final List<String> TWO = List.of("100/1m", "1000/1h");

	private static RedisServer server;

	private static RedisClient client;

	private static RedisCommands<byte[], byte[]> redis;

	@BeforeAll
	static void connect() {
		server = RedisServer.shared();
		client = RedisClient.create("redis://" + server.host() + ":" + server.port());
		redis = client.connect(ByteArrayCodec.INSTANCE).sync();
	}

	@AfterAll
	static void close() {
		client.shutdown(Duration.ZERO, Duration.ZERO);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "SLIDING_WINDOW_LOG")
	void clientOfOneLimitTakes176BytesAtMost(Algorithm algorithm) {
		assertThat(CLIENT).hasSize(40);
		assertThat(Length.SHORT.prefix.length() + Length.SHORT.policy.length()).isEqualTo(24);
		// without jemalloc the size of each of the two blocks is stored, and counted
		long counted = info().contains("mem_allocator:libc") ? 2 * Long.BYTES : 0;
		assertThat(bytes(algorithm, ONE, Length.SHORT)).isLessThanOrEqualTo(176 + counted);
	}

	/**
	 * Above 128 marks Redis keeps them in another form, whose size has some chance in it,
	 * as has the sample that MEMORY USAGE takes.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1000, 10_000 })
	void manyMarksTakeAbout130BytesEach(int marks) {
		assertThat(log(marks, Length.SHORT) / marks).isBetween(80L, 200L);
	}

	@Test
	void referenceHasTheNumbersOfRedis70() throws IOException {
		String info = info();
		if (!info.contains("redis_version:7.0.") || info.contains("valkey_version")) {
			// other versions need other amounts; the bound above holds there
			return;
		}
		String start = info.contains("mem_allocator:jemalloc") ? "<!-- jemalloc -->\n" : "<!-- libc -->\n";
		String page = Files.readString(PAGE);
		int from = page.indexOf(start) + start.length();
		int to = page.indexOf("<!-- end -->", from);
		if (Boolean.getBoolean("ratelimit.docs.update")) {
			page = page.substring(0, from) + tables() + page.substring(to);
			Files.writeString(PAGE, page);
			to = page.indexOf("<!-- end -->", from);
		}
		assertThat(page.substring(from, to)).isEqualTo(tables());
	}

	private static String tables() {
		StringBuilder text = new StringBuilder("| | 24 characters | 100 characters |\n|---|---|---|\n");
		for (Algorithm algorithm : Algorithm.values()) {
			if (algorithm == Algorithm.SLIDING_WINDOW_LOG) {
				continue;
			}
			append(text, name(algorithm) + ", one limit", bytes(algorithm, ONE, Length.SHORT),
					bytes(algorithm, ONE, Length.LONG));
			if (algorithm != Algorithm.LEAKY_BUCKET) {
				append(text, name(algorithm) + ", two limits", bytes(algorithm, TWO, Length.SHORT),
						bytes(algorithm, TWO, Length.LONG));
			}
		}
		for (int marks : List.of(10, 100)) {
			long bytes = log(marks, Length.SHORT);
			append(text, "sliding window log, %d marks (%d bytes each)".formatted(marks, bytes / marks), bytes,
					log(marks, Length.LONG));
		}
		return text.toString();
	}

	private static void append(StringBuilder text, String what, long shortest, long longest) {
		text.append("| %s | %d | %d |\n".formatted(what, shortest, longest));
	}

	private static String name(Algorithm algorithm) {
		return algorithm.name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

	/**
	 * Used up, and at an odd time, for then the numbers that are stored have most digits.
	 */
	private static long bytes(Algorithm algorithm, List<String> limits, Length length) {
		ManualClock clock = new ManualClock(Instant.parse("2026-07-01T12:34:56.789012Z"));
		RateLimitPolicy.Builder policy = RateLimitPolicy.builder(length.policy)
			.algorithm(algorithm)
			.limits(limits.toArray(String[]::new));
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			policy.queue(99).maxWait(Duration.ofMinutes(1));
		}
		RateLimitPolicy built = policy.build();
		RedisRateLimiter limiter = RedisStores.open(length.prefix, clock).redisLimiter(built);
		limiter.reset(CLIENT);
		for (int i = 0; i < 100; i++) {
			limiter.tryAcquire(CLIENT, 1);
		}
		clock.advance(Duration.ofMillis(61_001));
		for (int i = 0; i < 100; i++) {
			limiter.tryAcquire(CLIENT, 1);
			clock.advanceMicros(7);
		}
		return usage(built, length);
	}

	private static long log(int marks, Length length) {
		ManualClock clock = new ManualClock(Instant.parse("2026-07-01T12:34:56.789012Z"));
		RateLimitPolicy policy = RateLimitPolicy.builder(length.policy)
			.algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits(marks + "/1m")
			.build();
		RedisRateLimiter limiter = RedisStores.open(length.prefix, clock).redisLimiter(policy);
		limiter.reset(CLIENT);
		int step = Math.max(1, marks / 100);
		for (int i = 0; i < marks; i += step) {
			limiter.tryAcquire(CLIENT, step);
			clock.advanceMicros(7);
		}
		return usage(policy, length);
	}

	private static long usage(RateLimitPolicy policy, Length length) {
		byte[] key = new StoreKeys(length.prefix, policy).of(CLIENT);
		Long usage = redis.memoryUsage(key);
		redis.del(key);
		return Objects.requireNonNull(usage, "no key");
	}

	private static String info() {
		return redis.info();
	}

	/**
	 * How long prefix and policy name are together.
	 */
	private enum Length {

		SHORT("ratelimit:shop", "public-api"), LONG("p".repeat(60), "p".repeat(40));

		private final String prefix;

		private final String policy;

		Length(String prefix, String policy) {
			this.prefix = prefix;
			this.policy = policy;
		}

	}

}
