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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link SelfTest}: what it notices, and what it leaves behind.
 */
class SelfTestTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final List<AutoCloseable> open = new ArrayList<>();

	@AfterEach
	void closeAll() throws Exception {
		for (AutoCloseable closeable : this.open) {
			closeable.close();
		}
	}

	@Test
	void healthyServerIsInspectedAndNothingIsLeftThere() {
		RedisServer server = launch();
		RedisStore store = open(server);
		assertThat(store.inspection()).isNull();
		Inspection inspection = store.inspect(PATIENCE);
		assertThat(inspection.version()).isNotNull();
		assertThat(inspection.evictionPolicy()).isEqualTo("noeviction");
		assertThat(inspection.memoryBounded()).isFalse();
		assertThat(inspection.isEvicting()).isFalse();
		assertThat(inspection.unknown()).isNull();
		assertThat(store.inspection()).isEqualTo(inspection);
		assertThat(store.refusal()).isNull();
		assertThat(server.ask("DBSIZE")).isEqualTo(":0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "volatile-ttl", "allkeys-lru" })
	void e11ServerThatEvictsIsNoticed(String policy) {
		Inspection inspection = open(launch("--maxmemory", "50mb", "--maxmemory-policy", policy)).inspect(PATIENCE);
		assertThat(inspection.evictionPolicy()).isEqualTo(policy);
		assertThat(inspection.memoryBounded()).isTrue();
		assertThat(inspection.isEvicting()).isTrue();
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e7BrokenScriptIsRefusedByName(Algorithm broken) {
		LettuceConnectionFactory application = application(RedisServer.shared());
		RedisStore store = new RedisStore(new RedisLink(ScriptConnections.beside(application, PATIENCE)), "self-test",
				PATIENCE,
				(algorithm) -> (algorithm == broken) ? new Script("return redis.call('GET')") : Script.of(algorithm),
				null);
		this.open.add(0, store);
		assertThatExceptionOfType(SelfTestException.class).isThrownBy(() -> store.inspect(PATIENCE))
			.withMessageContaining("decide by " + broken.name().toLowerCase(Locale.ROOT).replace('_', ' '))
			.satisfies((ex) -> assertThat(store.refusal()).isSameAs(ex));
	}

	@Test
	void keyThatCannotBeDeletedExpiresAtOnce() {
		RedisServer server = launch();
		server.ask("ACL SETUSER default -unlink");
		assertThatExceptionOfType(SelfTestException.class).isThrownBy(() -> open(server).inspect(PATIENCE))
			.withMessageContaining("delete a key");
		assertThat(server.ask("DBSIZE")).isEqualTo(":1");
		String life = server.ask("EVAL \"return redis.call('PTTL', redis.call('KEYS', '*')[1])\" 0");
		assertThat(Long.parseLong(life.substring(1))).isBetween(1L, 15_000L);
	}

	@Test
	void missingPasswordIsRefusedAtOnce() {
		RedisStore store = open(launch("--requirepass", "secret"));
		long start = System.nanoTime();
		assertThatExceptionOfType(SelfTestException.class).isThrownBy(() -> store.inspect(Duration.ofMinutes(1)))
			.withMessageContaining("Redis refuses to let the limiter connect: NOAUTH")
			.satisfies((ex) -> assertThat(ex.remedy()).contains("spring.data.redis.password"));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
	}

	@Test
	void failuresThatPassAreNoRefusals() {
		RedisServer server = launch();
		RedisStore store = open(server);
		store.inspect(PATIENCE);
		server.ask("REPLICAOF " + server.host() + " 1");
		assertThat(failure(store)).isEqualTo(Kind.UNAVAILABLE);
		server.ask("REPLICAOF NO ONE");
		server.ask("CONFIG SET maxmemory 1");
		assertThat(failure(store)).isEqualTo(Kind.OOM);
		server.ask("CONFIG SET maxmemory 0");
		store.inspect(PATIENCE);
		server.stop();
		assertThat(failure(store)).isEqualTo(Kind.CONNECTION);
		assertThat(store.refusal()).isNull();
		assertThat(failure(open(server))).isEqualTo(Kind.CONNECTION);
	}

	@Test
	void tooManyClientsPass() {
		RedisServer server = launch("--maxclients", "1");
		LettuceConnectionFactory first = application(server);
		first.getConnection().ping();
		assertThat(failure(open(server))).isEqualTo(Kind.UNAVAILABLE);
	}

	private static Kind failure(RedisStore store) {
		try {
			store.inspect(Duration.ofMillis(300));
			throw new AssertionError("passed");
		}
		catch (RateLimitStoreException ex) {
			assertThat(ex).isNotInstanceOf(SelfTestException.class);
			return ex.kind();
		}
	}

	@ParameterizedTest
	@CsvSource({ "6.0.16, true", "5.0.14, true", "2.8.24, true", "6.2.0, false", "6.2, false", "7.0.15, false",
			"10.0.0, false", "255.255.255, false", "valkey 8.1.1, false", "unstable, false" })
	void versionFloorIs62(String version, boolean tooOld) {
		if (tooOld) {
			assertThatExceptionOfType(SelfTestException.class).isThrownBy(() -> SelfTest.requireVersion(version))
				.withMessage("Redis %s is too old: rate limiting needs 6.2 or later", version)
				.satisfies((ex) -> assertThat(ex.remedy()).startsWith("Upgrade it to Redis 6.2"));
		}
		else {
			assertThatNoException().isThrownBy(() -> SelfTest.requireVersion(version));
		}
	}

	@Test
	void whatOtherServersSayIsUnderstood() {
		assertThat(ServerFacts
			.read("redis_version:7.2.4\nvalkey_version:8.1.1\nmaxmemory:1024\nmaxmemory_policy:noeviction"))
			.isEqualTo(new Inspection("valkey 8.1.1", "noeviction", true, null));
		assertThat(ServerFacts.read("redis_version:7.4.0"))
			.isEqualTo(new Inspection("7.4.0", null, false, "INFO of this server does not say"));
		assertThat(ServerFacts.read(""))
			.isEqualTo(new Inspection(null, null, false, "INFO of this server does not say"));
	}

	private RedisServer launch(String... config) {
		RedisServer server = RedisServer.launch(config);
		this.open.add(server);
		return server;
	}

	private RedisStore open(RedisServer server) {
		RedisStore store = new RedisStore(application(server), "self-test", PATIENCE);
		this.open.add(0, store);
		return store;
	}

	private LettuceConnectionFactory application(RedisServer server) {
		LettuceConnectionFactory application = new LettuceConnectionFactory(server.host(), server.port());
		application.afterPropertiesSet();
		application.start();
		this.open.add(0, application::destroy);
		return application;
	}

}
