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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.limiter.Heartbeat;
import dev.ratelimit.redis.limiter.RedisHeartbeat;
import dev.ratelimit.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An account that may do what the reference says, and no more. Case E12. What the server
 * refused is in its {@code ACL LOG}.
 */
class RedisAccountTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final String PREFIX = "ratelimit:my-app";

	private static final AtomicInteger accounts = new AtomicInteger();

	private static RedisServer server;

	private final List<AutoCloseable> open = new ArrayList<>();

	@BeforeAll
	static void start() {
		server = RedisServer.launch();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@BeforeEach
	void forget() {
		server.ask("ACL LOG RESET");
	}

	@AfterEach
	void closeAll() throws Exception {
		for (AutoCloseable closeable : this.open) {
			closeable.close();
		}
	}

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e12EverythingWorksAlsoAfterScriptsAreFlushed(Algorithm algorithm) {
		RedisStore store = open(RedisAccount.rules(PREFIX));
		assertThat(store.inspect(PATIENCE).unknown()).isNull();
		RateLimiter limiter = store.limiter(RateLimitPolicy.builder("all")
			.algorithm(algorithm)
			.limits("3/1h")
			.countRejected(algorithm == Algorithm.SLIDING_WINDOW_LOG)
			.build());
		for (String key : List.of("ip|192.0.2.1", "after the flush, äöü")) {
			limiter.reset(key);
			Decision decision = limiter.tryAcquire(key, 1);
			assertThat(decision.isPermitted()).isTrue();
			assertThat(decision.charge()).isNotNull();
			limiter.release(decision.charge()).toCompletableFuture().join();
			limiter.charge(key, 6).toCompletableFuture().join();
			assertThat(limiter.tryAcquire(key, 1).outcome()).isEqualTo(Outcome.REJECTED);
			server.ask("SCRIPT FLUSH");
		}
		assertThat(refused(server)).isEmpty();
	}

	@Test
	void e12TheSameAccountDoesForJedis() {
		RedisStore store = open(new JedisConnectionFactory(standalone(RedisAccount.rules(PREFIX))));
		assertThat(store.inspect(PATIENCE).unknown()).isNull();
	}

	@Test
	void e12TheSameAccountDoesForTheBeatsOfInstances() {
		RedisStore store = open(RedisAccount.rules(PREFIX));
		assertThat(store.awaitReady(PATIENCE)).isTrue();
		Heartbeat heartbeat = new RedisHeartbeat(store);
		assertThat(heartbeat.beat().instances()).isEqualTo(1);
		heartbeat.leave();
		assertThat(refused(server)).isEmpty();
	}

	@Test
	void e12WithoutAnyOneItemOfTheLineSomethingFails() {
		Map<String, String> effects = new LinkedHashMap<>();
		effects.put("~" + PREFIX + ":*", "run a script by its text");
		effects.put("+evalsha", "decide by token bucket");
		effects.put("+eval", "run a script by its text");
		effects.put("+script|load", "only logged");
		effects.put("+unlink", "delete a key");
		effects.put("+info", "may not run INFO");
		List.of("time", "get", "set").forEach((command) -> effects.put("+" + command, "decide by token bucket"));
		List.of("pexpire", "zadd", "zcount").forEach((command) -> effects.put("+" + command, "by sliding window log"));
		effects.put("+zrem", "give back by sliding window log");
		List.of("zremrangebyrank", "zremrangebyscore", "zrevrange", "zrevrangebyscore")
			.forEach((command) -> effects.put("+" + command, "decide by sliding window log"));
		assertThat(RedisAccount.rules(PREFIX)).containsExactlyElementsOf(effects.keySet());
		effects.forEach((item, effect) -> assertThat(effectOfNotHaving(item)).as(item).contains(effect));
	}

	private String effectOfNotHaving(String item) {
		List<String> rules = new ArrayList<>(RedisAccount.rules(PREFIX));
		rules.remove(item);
		forget();
		RedisStore store = open(rules);
		try {
			String unknown = store.inspect(PATIENCE).unknown();
			return (unknown != null) ? unknown : refused(server).isEmpty() ? "nothing" : "only logged";
		}
		catch (SelfTestException ex) {
			assertThat(ex.remedy()).contains("ACL SETUSER <user> ~ratelimit:my-app:* +evalsha +eval");
			return ex.getMessage();
		}
	}

	@Test
	void e12ReferenceHasTheLine() throws IOException {
		String rules = String.join(" ", RedisAccount.rules(PREFIX));
		assertThat(Files.readString(Path.of("../docs/redis.md")))
			.contains("ACL SETUSER limiter on >secret resetchannels " + rules + "\n")
			.contains("`+cluster\\|nodes +cluster\\|myid +client\\|setname`");
		assertThat(RedisAccount.grant(PREFIX)).isEqualTo("ACL SETUSER <user> " + rules);
	}

	@Test
	void e12AnotherDatabaseNeedsToBeSelected() {
		List<String> rules = new ArrayList<>(RedisAccount.rules(PREFIX));
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
		configuration.setDatabase(1);
		configuration.setUsername(account(server, rules));
		configuration.setPassword("secret");
		assertThatExceptionOfType(SelfTestException.class)
			.isThrownBy(() -> open(new LettuceConnectionFactory(configuration)).inspect(PATIENCE))
			.withMessageContaining("select");
		rules.add("+select");
		configuration.setUsername(account(server, rules));
		open(new LettuceConnectionFactory(configuration)).inspect(PATIENCE);
		assertThat(refused(server)).isEmpty();
	}

	@Test
	void e12ClusterNeedsToTellItsNodesAsWell() {
		try (RedisServer node = RedisServer.launch("--cluster-enabled", "yes")) {
			for (int first = 0; first < 16_384; first += 1024) {
				node.ask(IntStream.range(first, first + 1024)
					.mapToObj(String::valueOf)
					.collect(Collectors.joining(" ", "CLUSTER ADDSLOTS ", "")));
			}
			List<String> rules = new ArrayList<>(RedisAccount.rules(PREFIX));
			rules.addAll(List.of("+cluster|nodes", "+cluster|myid", "+client|setname"));
			RedisClusterConfiguration configuration = new RedisClusterConfiguration(
					List.of(node.host() + ":" + node.port()));
			configuration.setUsername(account(node, rules));
			configuration.setPassword("secret");
			await().atMost(PATIENCE).ignoreException(RateLimitStoreException.class).until(() -> {
				open(new LettuceConnectionFactory(configuration)).inspect(PATIENCE);
				return true;
			});
			assertThat(refused(node)).isEmpty();
		}
	}

	private RedisStore open(List<String> rules) {
		return open(new LettuceConnectionFactory(standalone(rules)));
	}

	private static RedisStandaloneConfiguration standalone(List<String> rules) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
		configuration.setUsername(account(server, rules));
		configuration.setPassword("secret");
		return configuration;
	}

	private RedisStore open(RedisConnectionFactory application) {
		RedisStore store = new RedisStore(application, PREFIX, PATIENCE);
		this.open.add(store);
		return store;
	}

	/**
	 * The commands and keys that the server refused to the newest account.
	 */
	private static List<String> refused(RedisServer server) {
		RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			return connection.sync()
				.aclLog()
				.stream()
				.filter((entry) -> ("account-" + accounts).equals(entry.get("username")))
				.map((entry) -> String.valueOf(entry.get("object")))
				.toList();
		}
		finally {
			client.shutdown(Duration.ZERO, Duration.ZERO);
		}
	}

	private static String account(RedisServer server, List<String> rules) {
		String name = "account-" + accounts.incrementAndGet();
		String rule = rules.stream().collect(Collectors.joining(" ", name + " on >secret resetchannels ", ""));
		assertThat(server.ask("ACL SETUSER " + rule)).isEqualTo("+OK");
		// what clients send to Redis 7.2 and later; older ones do not know it
		server.ask("ACL SETUSER " + name + " +client|setinfo");
		return name;
	}

}
