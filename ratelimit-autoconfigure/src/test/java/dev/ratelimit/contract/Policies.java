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

package dev.ratelimit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.Limit;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;

/**
 * Policies for tests. A leaky bucket has queue = limit - 1 and max-wait = window, so that
 * its capacity equals its limit as everywhere else.
 */
final class Policies {

	private Policies() {
	}

	static RateLimitPolicy aligned(Algorithm algorithm, String name, String... limits) {
		return policy(algorithm, name, WindowPhase.ALIGNED, limits);
	}

	static RateLimitPolicy policy(Algorithm algorithm, String name, WindowPhase phase, String... limits) {
		RateLimitPolicy.Builder builder = RateLimitPolicy.builder(name)
			.algorithm(algorithm)
			.windowPhase(phase)
			.limits(limits);
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			Limit limit = Limit.parse(limits[0]);
			builder.queue(Math.max(0, limit.permits() - 1)).maxWait(limit.window());
		}
		return builder.build();
	}

	/**
	 * Policies of one limit that between them meet the odd spots of an algorithm: one
	 * permit, windows that no number of permits divides, bursts, a wait that ends within
	 * a place of the queue.
	 */
	static List<RateLimitPolicy> ofOneLimit(Algorithm algorithm) {
		List<RateLimitPolicy> policies = new ArrayList<>();
		for (WindowPhase phase : phases(algorithm)) {
			for (String limit : List.of("1/10s", "5/60s", "7/61s")) {
				policies.add(policy(algorithm, "p" + policies.size(), phase, limit));
			}
		}
		if (algorithm == Algorithm.TOKEN_BUCKET) {
			policies.add(aligned(algorithm, "large-burst", "3/70s burst 8"));
			policies.add(aligned(algorithm, "small-burst", "30/70s burst 4"));
		}
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			policies.add(RateLimitPolicy.builder("max-wait")
				.algorithm(algorithm)
				.limits("3/70s")
				.queue(9)
				.maxWait(Duration.ofSeconds(100))
				.build());
		}
		return policies;
	}

	static List<RateLimitPolicy> ofSeveralLimits(Algorithm algorithm) {
		if (algorithm == Algorithm.LEAKY_BUCKET) {
			return List.of();
		}
		return phases(algorithm).stream()
			.map((phase) -> policy(algorithm, (phase == WindowPhase.ALIGNED) ? "several-aligned" : "several", phase,
					"4/10s", "9/61s", "30/1h"))
			.toList();
	}

	static List<RateLimitPolicy> all(Algorithm algorithm) {
		List<RateLimitPolicy> policies = new ArrayList<>(ofOneLimit(algorithm));
		policies.addAll(ofSeveralLimits(algorithm));
		return policies;
	}

	static List<WindowPhase> phases(Algorithm algorithm) {
		return switch (algorithm) {
			case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> List.of(WindowPhase.ALIGNED, WindowPhase.PER_KEY);
			default -> List.of(WindowPhase.ALIGNED);
		};
	}

}
