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

package dev.ratelimit.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;

import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Source;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.testing.RedisServer;
import dev.ratelimit.testing.TlsProxy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Limits in a Redis that is reached by TLS, as an application configures it with a bundle
 * of Spring Boot's. Peers are verified, as by default.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisTlsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final String OUR_ADDRESS = "ip:127.0.0.1";

	private static TlsProxy proxy;

	private static TlsProxy stranger;

	@BeforeAll
	static void start() {
		proxy = new TlsProxy(RedisServer.shared().port(), OUR_ADDRESS);
		stranger = new TlsProxy(RedisServer.shared().port(), "dns:stranger.example");
	}

	@AfterAll
	static void stop() {
		proxy.close();
		stranger.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void limitsAreKeptOverTlsOnceTheCertificateIsTrusted(String client) {
		String key = "user|" + client;
		runner(proxy, proxy.certificate()).withPropertyValues("spring.data.redis.client-type=" + client)
			.run((context) -> {
				assertThat(context.getBean(RedisStore.class).awaitReady(PATIENCE)).isTrue();
				RateLimiter limiter = context.getBean(RateLimiterRegistry.class).limiter("p");
				assertThat(limiter.tryAcquire(key, 1)).satisfies((decision) -> {
					assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
					assertThat(decision.source()).isEqualTo(Source.STORE);
				});
				assertThat(limiter.tryAcquire(key, 1).outcome()).isEqualTo(Outcome.REJECTED);
			});
	}

	@Test
	void certificateThatIsNotTrustedIsNotAcceptedAndTheErrorSaysSo(CapturedOutput output) {
		runner(proxy, stranger.certificate()).run((context) -> {
			RedisStore store = context.getBean(RedisStore.class);
			assertRefused(store, "unable to find valid certification path");
			assertThat(output).contains("Could not connect to Redis", "unable to find valid certification path");
			assertThat(context.getBean(RateLimiterRegistry.class).limiter("p").tryAcquire("ip|b", 1).outcome())
				.isEqualTo(Outcome.FAILED_CLOSED);
		});
	}

	@Test
	void certificateOfAnotherServerIsNotAcceptedAndTheErrorSaysSo(CapturedOutput output) {
		runner(stranger, stranger.certificate()).run((context) -> {
			assertRefused(context.getBean(RedisStore.class), "No subject alternative names");
			assertThat(output).contains("Could not connect to Redis", "No subject alternative names");
		});
	}

	private static void assertRefused(RedisStore store, String why) {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThatExceptionOfType(RateLimitStoreException.class)
				.isThrownBy(() -> store.inspect(Duration.ofMillis(100)))
				.havingRootCause()
				.withMessageContaining(why));
	}

	private static ApplicationContextRunner runner(TlsProxy server, Path trusted) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class,
					RateLimitAutoConfiguration.class))
			.withPropertyValues("spring.ssl.bundle.pem.limits.truststore.certificate=file:" + trusted,
					"spring.data.redis.ssl.bundle=limits", "spring.data.redis.host=127.0.0.1",
					"spring.data.redis.port=" + server.port(), "ratelimit.prefix=tls",
					"ratelimit.policies.p.limits=1/1h", "ratelimit.policies.p.failure-mode=reject",
					"ratelimit.timeout=2s");
	}

}
