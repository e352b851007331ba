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

package dev.ratelimit.docs;

import java.time.Duration;
import java.util.Locale;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;

/**
 * The plots of the reference: each algorithm at ten permits in ten seconds.
 */
final class AlgorithmPlots {

	private AlgorithmPlots() {
	}

	/**
	 * The algorithm as it is written in YAML, which is also what its page is called.
	 */
	static String name(Algorithm algorithm) {
		return algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	static String draw(Algorithm algorithm) {
		RateLimitPolicy policy = policy(algorithm);
		String options = switch (algorithm) {
			case TOKEN_BUCKET -> " burst " + policy.capacity();
			case LEAKY_BUCKET -> ", queue " + policy.queue();
			case FIXED_WINDOW, SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER -> "";
		};
		return Plot.of(Trace.of(policy), name(algorithm) + " " + policy.limits().get(0) + options, worst(algorithm));
	}

	static RateLimitPolicy policy(Algorithm algorithm) {
		RateLimitPolicy.Builder policy = RateLimitPolicy.builder("p").algorithm(algorithm).limits("10/10s");
		return switch (algorithm) {
			case LEAKY_BUCKET -> policy.queue(9).maxWait(Duration.ofSeconds(10)).build();
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> policy.windowPhase(WindowPhase.ALIGNED).build();
			case TOKEN_BUCKET, SLIDING_WINDOW_LOG -> policy.build();
		};
	}

	/**
	 * Most single requests that can go on within any window, as the pages say.
	 */
	static long worst(Algorithm algorithm) {
		Limit limit = policy(algorithm).limits().get(0);
		return switch (algorithm) {
			case TOKEN_BUCKET -> limit.burst() + limit.permits();
			case FIXED_WINDOW -> 2 * limit.permits();
			case SLIDING_WINDOW_COUNTER -> 2 * limit.permits() - 1;
			case LEAKY_BUCKET, SLIDING_WINDOW_LOG -> limit.permits();
		};
	}

}
