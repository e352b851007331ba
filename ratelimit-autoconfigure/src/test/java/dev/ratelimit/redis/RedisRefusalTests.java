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
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import dev.ratelimit.limiter.FailoverRateLimiter;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;
import dev.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A Redis that answers, but with an error, while requests run. Cases E7, E9 and E10.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisRefusalTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final String PREFIX = "refusals";

	private static RedisServer server;

	private static RedisClient client;

	private static RedisCommands<byte[], byte[]> redis;

	private static RedisStore store;

	private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final StoreWatch watch = new StoreWatch(this.clock, List.of());

	@BeforeAll
	static void connect() {
		server = RedisServer.launch();
		server.ask("ACL SETUSER limited on >secret ~* +@all");
		client = RedisClient.create("redis://" + server.host() + ":" + server.port());
		redis = client.connect(ByteArrayCodec.INSTANCE).sync();
		store = open(Script::of);
	}

	@AfterAll
	static void close() {
		store.close();
		client.shutdown(Duration.ZERO, Duration.ZERO);
		server.close();
	}

	@AfterEach
	void e9AllKeysExpire() {
		ScanArgs ours = ScanArgs.Builder.matches(PREFIX + ":*").limit(10_000);
		assertThat(redis.scan(ours).getKeys()).allSatisfy((key) -> assertThat(redis.pttl(key)).isPositive());
		redis.flushall();
	}

	@Test
	void e7WithAnAccountThatMayNotRunScriptsRequestsPass(CapturedOutput output) {
		RateLimiter limiter = failover(store, policy(Algorithm.TOKEN_BUCKET, FailureMode.ALLOW));
		assertThat(limiter.tryAcquire("k", 1).outcome()).isEqualTo(Outcome.ALLOWED);
		server.ask("ACL SETUSER limited -evalsha");
		try {
			assertPassesWithOneErrorAMinute(limiter, output);
		}
		finally {
			server.ask("ACL SETUSER limited +evalsha");
		}
		assertThat(limiter.tryAcquire("k", 1).outcome()).isEqualTo(Outcome.ALLOWED);
		assertThat(this.watch.failure()).isNull();
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e7WithAForeignValueUnderTheirKeyRequestsPass(Algorithm algorithm, CapturedOutput output) {
		RateLimitPolicy policy = policy(algorithm, FailureMode.ALLOW);
		RateLimiter limiter = failover(store, policy);
		byte[] key = new StoreKeys(PREFIX, policy).of("k");
		redis.psetex(key, 60_000, ascii("theirs"));
		assertPassesWithOneErrorAMinute(limiter, output);
		assertThat(redis.get(key)).as("what is not ours is left alone").isEqualTo(ascii("theirs"));
		assertThat(limiter.tryAcquire("another", 1).outcome()).isEqualTo(Outcome.ALLOWED);
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e7WithABrokenScriptRequestsPass(Algorithm algorithm, CapturedOutput output) {
		try (RedisStore broken = open((any) -> new Script("return nil + 1"))) {
			assertPassesWithOneErrorAMinute(failover(broken, policy(algorithm, FailureMode.ALLOW)), output);
		}
	}

	private void assertPassesWithOneErrorAMinute(RateLimiter limiter, CapturedOutput output) {
		for (int i = 0; i < 5; i++) {
			assertThat(limiter.tryAcquire("k", 1)).satisfies((decision) -> {
				assertThat(decision.outcome()).isEqualTo(Outcome.FAILED_OPEN);
				assertThat(decision.reason()).isEqualTo(Reason.STORE);
			});
		}
		assertThat(this.watch.failure()).isNotNull();
		assertThat(this.watch.failure().kind()).isEqualTo(Kind.PERMANENT);
		assertThat(errors(output)).isEqualTo(1);
		this.clock.advance(Duration.ofSeconds(61));
		limiter.tryAcquire("k", 1);
		limiter.tryAcquire("k", 1);
		assertThat(errors(output)).isEqualTo(2);
	}

	private static int errors(CapturedOutput output) {
		return StringUtils.countOccurrencesOf(output.getAll(), "This does not pass by itself, see the cause");
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e10FullServerRefusesAndWritesNothing(Algorithm algorithm) {
		RateLimitPolicy policy = policy(algorithm, FailureMode.REJECT);
		RateLimiter limiter = store.limiter(policy);
		byte[] key = new StoreKeys(PREFIX, policy).of("k");
		assertThat(limiter.tryAcquire("k", 2).isPermitted()).isTrue();
		byte[] before = redis.dump(key);
		server.ask("CONFIG SET maxmemory 1");
		try {
			assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("k", 2500))
				.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.OOM));
			assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(() -> limiter.tryAcquire("fresh", 1));
			assertThat(failover(store, policy).tryAcquire("k", 1).outcome()).isEqualTo(Outcome.FAILED_CLOSED);
			assertThat(failover(store, policy(algorithm, FailureMode.ALLOW)).tryAcquire("k", 1).outcome())
				.isEqualTo(Outcome.FAILED_OPEN);
			assertThat(failover(store, policy(algorithm, FailureMode.LOCAL)).tryAcquire("k", 1).source())
				.isEqualTo(Source.LOCAL);
		}
		finally {
			server.ask("CONFIG SET maxmemory 0");
		}
		assertThat(redis.dump(key)).isEqualTo(before);
		assertThat(redis.dbsize()).isEqualTo(1);
		Decision look = limiter.tryAcquire("k", 0);
		assertThat(look.reading()).isNotNull();
		assertThat(look.reading().remaining()).isBetween(2998L, 3000L);
	}

	private RateLimiter failover(RedisStore store, RateLimitPolicy policy) {
		LocalShares local = new LocalShares(new MemoryStore(100, this.clock, Source.LOCAL), () -> 1);
		return new FailoverRateLimiter(store.limiter(policy), local, this.watch);
	}

	private static RateLimitPolicy policy(Algorithm algorithm, FailureMode mode) {
		RateLimitPolicy.Builder policy = RateLimitPolicy.builder("p-" + mode.name().toLowerCase(Locale.ROOT))
			.algorithm(algorithm)
			.limits("3000/24h")
			.failureMode(mode);
		return (algorithm == Algorithm.LEAKY_BUCKET) ? policy.queue(2999).maxWait(Duration.ofHours(24)).build()
				: policy.build();
	}

	private static RedisStore open(Function<Algorithm, Script> scripts) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
		configuration.setUsername("limited");
		configuration.setPassword("secret");
		RedisLink link = new RedisLink(ScriptConnections.beside(new LettuceConnectionFactory(configuration), PATIENCE));
		RedisStore store = new RedisStore(link, PREFIX, PATIENCE, scripts, null);
		assertThat(store.awaitReady(PATIENCE)).isTrue();
		return store;
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
