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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.testing.ManualClock;
import org.junit.jupiter.api.Test;
import org.jspecify.annotations.Nullable;

/**
 * The contract as a question: what is broken here? Asks the quickest judges first and
 * stops at the first that finds something, so that a broken store is told within
 * milliseconds and only a sound one takes seconds.
 */
final class KillSuite {

	private static final Map<Algorithm, Class<? extends Traces>> TRACES = Map.of(Algorithm.TOKEN_BUCKET,
			TokenBucketTraces.class, Algorithm.LEAKY_BUCKET, LeakyBucketTraces.class, Algorithm.FIXED_WINDOW,
			FixedWindowTraces.class, Algorithm.SLIDING_WINDOW_LOG, SlidingWindowLogTraces.class,
			Algorithm.SLIDING_WINDOW_COUNTER, SlidingWindowCounterTraces.class);

	private final Function<InstantSource, RateLimitStore> store;

	private final Algorithm algorithm;

	private KillSuite(Function<InstantSource, RateLimitStore> store, Algorithm algorithm) {
		this.store = store;
		this.algorithm = algorithm;
	}

	/**
	 * Judge a store by one algorithm.
	 * @param store opens a store of its own on a clock
	 * @param algorithm the algorithm to judge
	 * @return what is broken, empty if nothing is
	 */
	static List<String> violations(Function<InstantSource, RateLimitStore> store, Algorithm algorithm) {
		KillSuite suite = new KillSuite(store, algorithm);
		List<Supplier<List<String>>> judges = List.of(suite::brokenTraces, suite::differenceFromTheOracle,
				suite::brokenLaws);
		return judges.stream().map(Supplier::get).filter((found) -> !found.isEmpty()).findFirst().orElse(List.of());
	}

	private List<String> brokenTraces() {
		Class<? extends Traces> traces = TRACES.get(this.algorithm);
		return broken(new Golden(this.store), methods(traces));
	}

	private List<String> differenceFromTheOracle() {
		ManualClock clock = new ManualClock(World.START);
		List<RateLimitStore> stores = List.of(this.store.apply(clock));
		for (long seed = 0; seed < 40; seed++) {
			try {
				String difference = new Twin(seed, this.algorithm, clock, stores).run(50);
				if (difference != null) {
					return List.of(difference);
				}
			}
			catch (RuntimeException ex) {
				return List.of("seed " + seed + ": " + ex);
			}
		}
		return List.of();
	}

	private List<String> brokenLaws() {
		return broken(new Contract(this.store, this.algorithm), methods(RateLimiterContract.class));
	}

	private static List<String> broken(Object judge, List<Method> methods) {
		return methods.stream()
			.map((method) -> violation(judge, method))
			.filter(Objects::nonNull)
			.limit(1)
			.map(Objects::requireNonNull)
			.toList();
	}

	private static @Nullable String violation(Object judge, Method method) {
		try {
			if (judge instanceof RateLimiterContract contract) {
				contract.createTheWorld();
			}
			method.invoke(judge);
			return null;
		}
		catch (InvocationTargetException ex) {
			return method.getName() + ": " + ex.getCause();
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<Method> methods(Class<?> type) {
		return Stream.of(type.getMethods())
			.filter((method) -> method.isAnnotationPresent(Test.class))
			.sorted(Comparator.comparing(Method::getName))
			.toList();
	}

	private record Golden(Function<InstantSource, RateLimitStore> store)
			implements
				TokenBucketTraces,
				LeakyBucketTraces,
				FixedWindowTraces,
				SlidingWindowCounterTraces,
				SlidingWindowLogTraces {

		@Override
		public RateLimitStore open(InstantSource clock) {
			return this.store.apply(clock);
		}

	}

	private static final class Contract extends RateLimiterContract {

		private final Function<InstantSource, RateLimitStore> store;

		Contract(Function<InstantSource, RateLimitStore> store, Algorithm algorithm) {
			super(algorithm);
			this.store = store;
		}

		@Override
		RateLimitStore open(InstantSource clock) {
			return this.store.apply(clock);
		}

	}

}
