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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TestStores;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the scripts understand beyond single decisions: count, draws, the second key, and
 * what they refuse to read.
 */
class ScriptProtocolTests {

	private static final long NOW = 1_800_000_000_000_000L;

	private static RedisClient client;

	private static StatefulRedisConnection<byte[], byte[]> connection;

	private final ManualClock clock = new ManualClock(Instant.EPOCH);

	@BeforeAll
	static void connect() {
		client = RedisClient.create("redis://127.0.0.1:" + RedisServer.shared().port());
		connection = client.connect(ByteArrayCodec.INSTANCE);
	}

	@AfterAll
	static void close() {
		client.shutdown();
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void countDecidesAsThatManySingleRequests(Algorithm algorithm) {
		this.clock.setMicros(NOW);
		RateLimitPolicy policy = policy(algorithm);
		RedisRateLimiter one = RedisStores.open(TestStores.prefix(), this.clock).redisLimiter(policy);
		RedisRateLimiter other = RedisStores.open(TestStores.prefix(), this.clock).redisLimiter(policy);
		for (long permits : new long[] { 1, 2, 3 }) {
			for (int round = 0; round < 4; round++) {
				List<Decision> single = new ArrayList<>();
				for (int i = 0; i < 3; i++) {
					single.add(one.tryAcquire("k" + permits, permits));
				}
				List<Decision> together = other.tryAcquire("k" + permits, permits, 3);
				assertThat(together).usingRecursiveComparison()
					.ignoringFields("charge.released", "charge.origin")
					.isEqualTo(single);
				this.clock.advance(Duration.ofMillis(700));
			}
		}
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void countReleasesEachRequestOnItsOwn(Algorithm algorithm) {
		this.clock.setMicros(NOW);
		RedisRateLimiter limiter = RedisStores.open(TestStores.prefix(), this.clock).redisLimiter(policy(algorithm));
		List<Decision> decisions = limiter.tryAcquire("k", 1, 4);
		assertThat(decisions).allMatch(Decision::isPermitted);
		long before = remaining(limiter);
		// last first: a place in a queue reopens only while nobody stands behind it
		for (int i = 3; i >= 0; i--) {
			assertThat(decisions.get(i).charge()).isNotNull();
			limiter.release(decisions.get(i).charge()).toCompletableFuture().join();
		}
		assertThat(remaining(limiter)).isEqualTo(before + 4);
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void drawsShedMoreLikelyTheNearerTheLimit(Algorithm algorithm) {
		UnaryOperator<String[]> soft = (arguments) -> {
			arguments[14] = "4";
			return arguments;
		};
		byte[] key = key("soft:" + algorithm);
		// limit 10, soft from 4: the request that finds 4 + n in use is shed with n in 6
		assertThat(acquire(algorithm, key, 5, "0 0 0 0 0", soft)).startsWith("1 " + NOW + " 5 0 ");
		String half = "2147483648";
		assertThat(acquire(algorithm, key, 1, half, soft)).startsWith("1 " + NOW + " 1 0 ");
		assertThat(acquire(algorithm, key, 1, half, soft)).startsWith("1 " + NOW + " 1 0 ");
		assertThat(acquire(algorithm, key, 1, half, soft)).startsWith("1 " + NOW + " 1 0 ");
		assertThat(acquire(algorithm, key, 1, half, soft)).startsWith("1 " + NOW + " 0 2 ");
		assertThat(acquire(algorithm, key, 2, "4294967295 " + half, soft)).startsWith("1 " + NOW + " 1 2 ");
		assertThat(acquire(algorithm, key, 3, "4294967295 4294967295 4294967295", soft))
			.startsWith("1 " + NOW + " 1 1 ");
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void secondKeyBlocksUntilItsMoment(Algorithm algorithm) {
		byte[][] keys = { key("blocked:" + algorithm), key("blocked:v:" + algorithm) };
		connection.sync().set(keys[1], ascii("1 " + (NOW + 1)));
		assertThat(eval(algorithm, keys, arguments(1, ""))).isEqualTo("1 " + NOW + " 0 3 " + (NOW + 1));
		assertThat(connection.sync().exists(keys[0])).isZero();
		connection.sync().set(keys[1], ascii("1 " + NOW));
		assertThat(eval(algorithm, keys, arguments(1, ""))).startsWith("1 " + NOW + " 1 0 ");
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void otherLayoutsAreRefused(Algorithm algorithm) {
		String[] arguments = arguments(1, "");
		arguments[0] = "2";
		assertThatExceptionOfType(RedisCommandExecutionException.class)
			.isThrownBy(() -> eval(algorithm, new byte[][] { key("layout") }, arguments))
			.withMessageContaining("layout 1");
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void unreadableStateIsAPermanentFailureAndNeverAGrant(Algorithm algorithm) {
		String prefix = TestStores.prefix();
		RateLimitPolicy policy = policy(algorithm);
		RateLimiter limiter = RedisStores.open(prefix, this.clock).limiter(policy);
		byte[] key = new StoreKeys(prefix, policy).of("k");
		RedisCommands<byte[], byte[]> redis = connection.sync();
		for (String planted : List.of("garbage", "2 1 2 3", "1 ", "1 7", "1 1 2 x 4 5", "")) {
			redis.set(key, ascii(planted));
			assertThatExceptionOfType(RateLimitStoreException.class).as(planted)
				.isThrownBy(() -> limiter.tryAcquire("k", 1))
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.PERMANENT));
		}
		redis.del(key);
		redis.lpush(key, ascii("x"));
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("k", 1))
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.PERMANENT));
		limiter.reset("k");
		assertThat(limiter.tryAcquire("k", 1).isPermitted()).isTrue();
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void serverWithoutMemoryRefusesToChargeAndIsSaidToBeSo(Algorithm algorithm) {
		try (RedisServer full = RedisServer.launch("--maxmemory", "3mb", "--maxmemory-policy", "noeviction")) {
			LettuceConnectionFactory application = new LettuceConnectionFactory(full.host(), full.port());
			application.afterPropertiesSet();
			RedisStore store = new RedisStore(application, "full", Duration.ofSeconds(10));
			assertThat(store.awaitReady(Duration.ofSeconds(10))).isTrue();
			RateLimiter limiter = store
				.limiter(RateLimitPolicy.builder("full").algorithm(algorithm).limits("1000/1h").build());
			long permits = (algorithm == Algorithm.SLIDING_WINDOW_LOG) ? 1000 : 1;
			assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> {
				for (int i = 0; i < 50_000; i++) {
					limiter.tryAcquire("client" + i, permits);
				}
			}).satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.OOM));
			store.close();
			application.destroy();
		}
	}

	@Test
	void debtUnderALimitLoweredToNearlyNothingIsStillAnAnswer() {
		this.clock.setMicros(NOW);
		RedisStore store = RedisStores.open(TestStores.prefix(), this.clock);
		RateLimitPolicy.Builder before = RateLimitPolicy.builder("lowered").algorithm(Algorithm.TOKEN_BUCKET);
		assertThat(store.limiter(before.limits("1000000/1m").build()).tryAcquire("k", 1_000_000).isPermitted())
			.isTrue();
		RateLimiter after = store
			.limiter(RateLimitPolicy.builder("lowered").algorithm(Algorithm.TOKEN_BUCKET).limits("1/366d").build());
		assertThat(after.charge("k", 1).toCompletableFuture().join().isPermitted()).isTrue();
		assertThat(after.tryAcquire("k", 1).retryAfter()).isNotNull().isPositive();
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e9KeyWithoutExpiryIsHealedByTheNextAllowedCall(Algorithm algorithm) {
		String prefix = TestStores.prefix();
		RateLimitPolicy policy = policy(algorithm);
		RateLimiter limiter = RedisStores.open(prefix, this.clock).limiter(policy);
		byte[] key = new StoreKeys(prefix, policy).of("k");
		limiter.tryAcquire("k", 1);
		assertThat(connection.sync().persist(key)).isTrue();
		limiter.tryAcquire("k", 1);
		assertThat(connection.sync().pttl(key)).isPositive();
	}

	@Test
	void e13InstancesWithDifferentClocksShareTheClockOfRedis() {
		// no test clock: what an instance believes the time to be is never sent
		String prefix = TestStores.prefix();
		RateLimitPolicy policy = RateLimitPolicy.builder("clocks")
			.algorithm(Algorithm.TOKEN_BUCKET)
			.limits("1/1h burst 4")
			.build();
		RateLimiter one = RedisStores.open(prefix, null).limiter(policy);
		RateLimiter other = RedisStores.open(prefix, null).limiter(policy);
		int allowed = 0;
		for (int i = 0; i < 4; i++) {
			allowed += one.tryAcquire("k", 1).isPermitted() ? 1 : 0;
			allowed += other.tryAcquire("k", 1).isPermitted() ? 1 : 0;
		}
		assertThat(allowed).isEqualTo(4);
		assertThat(new ScriptArguments(policy, (limit, key) -> 0, null).acquire("k", 1, 1, 0)[2]).isEmpty();
	}

	private static RateLimitPolicy policy(Algorithm algorithm) {
		RateLimitPolicy.Builder policy = RateLimitPolicy.builder("protocol").algorithm(algorithm).limits("10/7s");
		return (algorithm == Algorithm.LEAKY_BUCKET) ? policy.queue(9).maxWait(Duration.ofSeconds(7)).build()
				: policy.build();
	}

	private static long remaining(RateLimiter limiter) {
		Decision look = limiter.tryAcquire("k", 0);
		assertThat(look.reading()).isNotNull();
		return look.reading().remaining();
	}

	private static String acquire(Algorithm algorithm, byte[] key, int count, String draws,
			UnaryOperator<String[]> change) {
		return eval(algorithm, new byte[][] { key }, change.apply(arguments(count, draws)));
	}

	private static String[] arguments(int count, String draws) {
		return new String[] { "1", "acquire", String.valueOf(NOW), "1", String.valueOf(count), "0", draws, "0", "0",
				"10", "60000000", "10", "0", "0", "" };
	}

	private static String eval(Algorithm algorithm, byte[][] keys, String[] arguments) {
		byte[][] values = Arrays.stream(arguments).map(ScriptProtocolTests::ascii).toArray(byte[][]::new);
		byte[] reply = connection.sync().eval(Script.of(algorithm).text(), ScriptOutputType.VALUE, keys, values);
		return new String(reply, StandardCharsets.US_ASCII);
	}

	private static byte[] key(String text) {
		return ascii(TestStores.prefix() + ":{" + text + "}");
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
