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

package dev.ratelimit.pass;

import java.util.Locale;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PolicyText}.
 */
class PolicyTextTests {

	@Test
	void aSingleLimitIsCalledByThePolicysName() {
		assertField("\"p\";q=5;w=60", Algorithm.SLIDING_WINDOW_LOG, "5/1m");
	}

	@Test
	void severalLimitsAreCalledByTheirWindowsToo() {
		assertField("\"p-1m\";q=5;w=60, \"p-1h\";q=20;w=3600", Algorithm.SLIDING_WINDOW_LOG, "20/1h", "5/1m");
	}

	@Test
	void windowsAreRoundedUpToSeconds() {
		assertField("\"p-1ms\";q=1;w=1, \"p-1500ms\";q=2;w=2", Algorithm.FIXED_WINDOW, "1/1ms", "2/1500ms");
	}

	@Test
	void bucketsDescribeTheTimeInWhichTheWholeQuotaComesBack() {
		assertField("\"p\";q=200;w=4", Algorithm.TOKEN_BUCKET, "50/1s burst 200");
		assertField("\"p\";q=10;w=34", Algorithm.TOKEN_BUCKET, "3/10s burst 10");
		assertField("\"p\";q=6;w=3", Algorithm.LEAKY_BUCKET, "2/1s");
	}

	@Test
	void aBucketOfNothingHasNothingToComeBack() {
		assertField("\"p\";q=0;w=60", Algorithm.TOKEN_BUCKET, "0/1m");
	}

	@Test
	void hugeQuotasAreExact() {
		assertField("\"p\";q=1000000000000;w=31622400", Algorithm.TOKEN_BUCKET, "1000000000000/366d");
	}

	@Test
	void theDefaultLocaleDoesNotShow() {
		Locale before = Locale.getDefault();
		Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
		try {
			assertField("\"p\";q=5;w=60", Algorithm.SLIDING_WINDOW_LOG, "5/1m");
		}
		finally {
			Locale.setDefault(before);
		}
	}

	@Test
	void aLimitIsNamedByItsWindowThoughItsPermitsAreShared() {
		RateLimitPolicy policy = RateLimitPolicy.builder("p").limits("10/1s", "100/1m").build();
		PolicyText text = PolicyText.of(policy);
		assertThat(text.name(Limit.parse("5/1s"))).isEqualTo("p-1s");
		assertThat(text.name(Limit.parse("5/1h"))).isEqualTo("p-1h");
		assertThat(text.policy()).isSameAs(policy);
	}

	private static void assertField(String expected, Algorithm algorithm, String... limits) {
		RateLimitPolicy.Builder builder = RateLimitPolicy.builder("p").algorithm(algorithm).limits(limits);
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			builder.queue(5);
		}
		assertThat(PolicyText.of(builder.build()).field()).isEqualTo(expected);
	}

}
