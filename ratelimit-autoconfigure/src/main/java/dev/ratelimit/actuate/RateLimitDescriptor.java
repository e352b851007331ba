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

package dev.ratelimit.actuate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What is limited, by what, and what came of it on this instance. All durations are in
 * seconds.
 *
 * @param version stands for the rules in force; the same on all instances that have the
 * same rules
 * @param store where what callers have used is kept
 * @param policies all policies, by whom they are used or not
 * @param routes the routes
 * @param methods annotated methods
 * @param unmatched patterns of routes that no handler answers to
 * @param uncovered handlers that no route and no annotation limits
 * @since 0.1.0
 */
public record RateLimitDescriptor(String version, Store store, List<Policy> policies, List<Route> routes,
		List<Method> methods, Set<String> unmatched, List<String> uncovered) {

	/**
	 * The store.
	 *
	 * @param type {@code redis} or {@code memory}, or the name of a class
	 * @param answering whether the last call was answered
	 * @param failure how calls fail at present
	 * @param failingSince since when they fail
	 * @param lastFailure how and when a call failed last, also if the store answers again
	 * @param prefix what keys begin with; absent unless the store is shared
	 * @param serverVersion version of the server; absent unless it is known
	 * @param evictionPolicy which keys the server gives up when its memory is full;
	 * absent unless it is known
	 * @param unknown why a server's version or eviction policy is not known
	 * @param refused what the server refuses until an operator changes it
	 */
	public record Store(String type, boolean answering, @Nullable String failure, @Nullable Instant failingSince,
			@Nullable LastFailure lastFailure, @Nullable String prefix, @Nullable String serverVersion,
			@Nullable String evictionPolicy, @Nullable String unknown, @Nullable String refused) {

	}

	/**
	 * The last call that the store did not answer.
	 *
	 * @param failure how it failed
	 * @param at when it failed
	 */
	public record LastFailure(String failure, Instant at) {

	}

	/**
	 * A policy.
	 *
	 * @param name its name
	 * @param algorithm how it counts
	 * @param limits its limits
	 * @param capacity most permits a fresh caller has at one instant
	 * @param key what tells callers apart; absent if code or a method says so
	 * @param applied {@code edge}, {@code service} or {@code queue} (the last filter);
	 * absent if code or a method applies it
	 * @param failureMode what it does when the store gives no answer
	 * @param options what else its algorithm has: {@code queue} (permits that may wait)
	 * and {@code maxWait} of a leaky bucket, {@code windowPhase} of windows,
	 * {@code countRejected} and {@code minInterval} of a log
	 * @param counts decisions of this instance
	 */
	public record Policy(String name, String algorithm, List<String> limits, long capacity, @Nullable String key,
			@Nullable String applied, String failureMode, Map<String, Object> options, Counts counts) {

	}

	/**
	 * Decisions of this instance since it started.
	 *
	 * @param allowed went on at once
	 * @param delayed went on after a wait
	 * @param rejected refused by a limit
	 * @param failedOpen went on because the store gave no answer
	 * @param failedClosed refused because the store gave no answer
	 */
	public record Counts(long allowed, long delayed, long rejected, long failedOpen, long failedClosed) {

	}

	/**
	 * A route.
	 *
	 * @param id its name in meters
	 * @param paths its patterns
	 * @param exclude patterns that it leaves alone
	 * @param methods HTTP methods, all if empty
	 * @param policies policies that it applies
	 */
	public record Route(String id, List<String> paths, List<String> exclude, Set<String> methods,
			List<String> policies) {

	}

	/**
	 * An annotated method.
	 *
	 * @param id its name in meters
	 * @param limits what is applied to its calls
	 */
	public record Method(String id, List<MethodLimit> limits) {

	}

	/**
	 * A policy as it is applied to a method.
	 *
	 * @param policy name of the policy
	 * @param key what tells callers apart
	 */
	public record MethodLimit(String policy, String key) {

	}

}
