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

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.redis.Instance;
import dev.ratelimit.testing.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Four instances share a limit while Redis is gone, and settle when it is back. Case E14.
 */
class LocalShareTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final int INSTANCES = 4;

	private static final int LIMIT = 100;

	private RedisServer server;

	private List<Instance> instances;

	@BeforeEach
	void start() throws IOException {
		this.server = RedisServer.launch();
		this.instances = Stream.generate(() -> new Instance(this.server.port(), "e14")).limit(INSTANCES).toList();
	}

	@AfterEach
	void close() throws IOException {
		this.instances.forEach(Instance::close);
		this.server.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "FIXED_WINDOW", "SLIDING_WINDOW_LOG", "SLIDING_WINDOW_COUNTER" })
	void e14EachAllowsItsQuarterAndNoneAllowsMoreOnceAllHaveSettled(Algorithm algorithm) {
		RateLimitPolicy policy = RateLimitPolicy.builder("e14").algorithm(algorithm).limits(LIMIT + "/1h").build();
		List<RateLimiter> limiters = this.instances.stream().map((instance) -> instance.limiter(policy)).toList();
		await().atMost(PATIENCE)
			.until(() -> this.instances.stream().allMatch((instance) -> instance.instances() == INSTANCES));
		this.server.stop();
		for (RateLimiter limiter : limiters) {
			assertThat(allowed(limiter, Source.LOCAL)).isEqualTo(LIMIT / INSTANCES);
		}
		this.server.start();
		await().atMost(PATIENCE).until(() -> this.instances.stream().allMatch(Instance::isSettled));
		for (RateLimiter limiter : limiters) {
			assertThat(allowed(limiter, Source.STORE)).isZero();
		}
	}

	private static int allowed(RateLimiter limiter, Source source) {
		int allowed = 0;
		for (int i = 0; i < LIMIT; i++) {
			Decision decision = limiter.tryAcquire("k", 1);
			assertThat(decision.source()).isEqualTo(source);
			if (decision.isPermitted()) {
				allowed++;
			}
		}
		return allowed;
	}

}
