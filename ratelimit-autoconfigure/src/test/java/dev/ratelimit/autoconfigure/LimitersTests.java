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

import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import dev.ratelimit.Decision;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Outcome;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.Source;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import dev.ratelimit.limiter.FailoverRateLimiter;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.rules.PolicyRule;
import dev.ratelimit.rules.RateLimitRules;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Limiters}.
 */
class LimitersTests {

	@Test
	void failureModeOfThePolicyDecidesWhenTheStoreGivesNoAnswer() {
		assertThat(decide(FailureMode.ALLOW).outcome()).isEqualTo(Outcome.FAILED_OPEN);
		assertThat(decide(FailureMode.REJECT).outcome()).isEqualTo(Outcome.FAILED_CLOSED);
		assertThat(decide(FailureMode.LOCAL).outcome()).isEqualTo(Outcome.ALLOWED);
		assertThat(decide(FailureMode.LOCAL).source()).isEqualTo(Source.LOCAL);
	}

	@Test
	void memoryStoreNeedsNobodyToStandIn() {
		MemoryStore store = new MemoryStore(10, InstantSource.system());
		RateLimiter limiter = Limiters
			.on(rules(FailureMode.ALLOW), store, shares(), new StoreWatch(InstantSource.system(), List.of()))
			.limiter("p");
		assertThat(limiter).isNotInstanceOf(FailoverRateLimiter.class);
		assertThat(limiter.tryAcquire("a", 1).source()).isEqualTo(Source.STORE);
	}

	private static LocalShares shares() {
		return new LocalShares(new MemoryStore(10, InstantSource.system(), Source.LOCAL), () -> 1);
	}

	private static Decision decide(FailureMode failureMode) {
		return Limiters
			.on(rules(failureMode), LimitersTests::failing, shares(), new StoreWatch(InstantSource.system(), List.of()))
			.limiter("p")
			.tryAcquire("a", 1);
	}

	private static RateLimitRules rules(FailureMode failureMode) {
		RateLimitPolicy policy = RateLimitPolicy.builder("p").limits("1/1m").failureMode(failureMode).build();
		return new RateLimitRules(
				Map.of("p", new PolicyRule(policy, KeySpec.parse(List.of("ip")), MissingKey.FAIL, Phase.EDGE)),
				List.of());
	}

	/** A limiter of a {@link RateLimitStore} that is down. */
	private static RateLimiter failing(RateLimitPolicy policy) {
		return (RateLimiter) Proxy.newProxyInstance(LimitersTests.class.getClassLoader(),
				new Class<?>[] { RateLimiter.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("policy")) {
						return policy;
					}
					throw new RateLimitStoreException(RateLimitStoreException.Kind.TIMEOUT, "down", null);
				});
	}

}
