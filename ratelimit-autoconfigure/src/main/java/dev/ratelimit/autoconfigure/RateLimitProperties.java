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

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Phase;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.key.MissingKey;
import dev.ratelimit.web.HeaderFamily;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.Delimiter;

/**
 * Configuration of rate limiting. Read once at start-up and turned into rules; not used
 * while requests are served.
 *
 * @param enabled Whether to limit anything. When off, every limiter lets everything pass
 * and no store is needed.
 * @param store Where to keep what callers have used. With "memory" each instance counts
 * for itself.
 * @param failureMode What to do when the store gives no answer in time. A policy may
 * choose another.
 * @param timeout Longest time to wait for an answer of the store, 1ms to 1m.
 * @param prefix Beginning of every key in the store, at most 60 of "A-Z a-z 0-9 : . _ -".
 * Defaults to "ratelimit:" followed by the application name.
 * @param keySecret Secret with which API keys, cookies, tokens and long keys are hashed,
 * at least 16 characters, the same on all instances. Defaults to the prefix.
 * @param clientIp Settings of finding the client's address.
 * @param response Settings of what clients are told.
 * @param delay Settings of holding requests that a leaky bucket delays.
 * @param annotation Settings of limits on annotated methods.
 * @param memory Settings of the memory store, which also decides in failure mode "local".
 * @param redis Settings of the Redis store.
 * @param local Settings of failure mode "local".
 * @param policies Policies by name. A name is 1 to 40 of "a-z 0-9 -" and starts with a
 * letter.
 * @param routes Routes that policies apply to. Every route that matches a request
 * applies.
 * @since 0.1.0
 */
@ConfigurationProperties("ratelimit")
public record RateLimitProperties(@DefaultValue("true") boolean enabled, @DefaultValue("redis") Store store,
		@DefaultValue("local") FailureMode failureMode, @DefaultValue("50ms") Duration timeout, @Nullable String prefix,
		@Nullable String keySecret, @DefaultValue ClientIp clientIp, @DefaultValue Response response,
		@DefaultValue Delay delay, @DefaultValue Annotation annotation, @DefaultValue Memory memory,
		@DefaultValue Redis redis, @DefaultValue Local local, @DefaultValue Map<String, Policy> policies,
		@DefaultValue List<Route> routes) {

	public RateLimitProperties {
		policies = new LinkedHashMap<>(policies);
		routes = List.copyOf(routes);
	}

	RateLimitProperties withPolicies(Map<String, Policy> policies) {
		return new RateLimitProperties(this.enabled, this.store, this.failureMode, this.timeout, this.prefix,
				this.keySecret, this.clientIp, this.response, this.delay, this.annotation, this.memory, this.redis,
				this.local, policies, this.routes);
	}

	/**
	 * Whether the secret is left out.
	 * @return all but the secret and the rules
	 */
	@Override
	public String toString() {
		return "RateLimitProperties[enabled=%s, store=%s, failureMode=%s, timeout=%s, prefix=%s]"
			.formatted(this.enabled, this.store, this.failureMode, this.timeout, this.prefix);
	}

	/**
	 * Where what callers have used is kept.
	 */
	public enum Store {

		/** In Redis, shared by all instances. */
		REDIS,

		/** In this process. */
		MEMORY

	}

	/**
	 * How to find the client's address.
	 *
	 * @param trustedProxies Addresses and blocks of addresses, for example 10.0.0.0/8, of
	 * proxies whose word on the client's address is taken. Nobody is trusted by default.
	 * @param header Header to which trusted proxies append the client's address;
	 * "Forwarded" is read as RFC 7239 says.
	 * @param ipv6PrefixLength Leading bits of an IPv6 address that stand for one client,
	 * 32 to 128.
	 */
	public record ClientIp(@DefaultValue List<String> trustedProxies, @DefaultValue("X-Forwarded-For") String header,
			@DefaultValue("64") int ipv6PrefixLength) {

		public ClientIp {
			trustedProxies = List.copyOf(trustedProxies);
		}

	}

	/**
	 * What clients are told.
	 *
	 * @param headers Families of headers to send, for none leave it empty.
	 * @param retryAfterJitter Share of the wait, 0% to 100%, by which waits are spread
	 * upwards so that rejected clients do not come back all at once.
	 */
	public record Response(@DefaultValue( {
			"x-ratelimit", "ietf" }) Set<HeaderFamily> headers, @DefaultValue("10%") String retryAfterJitter){

		public Response {
			headers = Set.copyOf(headers);
		}

		double jitter() {
			return Percentage.parse(this.retryAfterJitter);
		}

	}

	/**
	 * Holding requests and calls that are delayed.
	 *
	 * @param maxWaiting Most requests and calls that this instance holds at once, at
	 * least 1. The rest is rejected.
	 */
	public record Delay(@DefaultValue("1000") int maxWaiting) {

	}

	/**
	 * Limits on annotated methods.
	 *
	 * @param order Place of the limits among what else stands in front of a method, lower
	 * is further outside. Caches and transactions are at the innermost place by default,
	 * method security at 100 to 600.
	 */
	public record Annotation(@DefaultValue("0") int order) {

	}

	/**
	 * The memory store.
	 *
	 * @param maxKeys Most keys to keep, over all policies, at least 1.
	 */
	public record Memory(@DefaultValue("100000") int maxKeys) {

	}

	/**
	 * The Redis store.
	 *
	 * @param connectionFactory Name of the RedisConnectionFactory bean whose settings to
	 * use. Needed only if there are several and none is primary.
	 * @param maxClockDrift Largest difference, either way, between this machine's clock
	 * and that of Redis that is not worth a warning, at least 1ms.
	 */
	public record Redis(@Nullable String connectionFactory, @DefaultValue("1s") Duration maxClockDrift) {

	}

	/**
	 * Failure mode "local".
	 *
	 * @param instances How many instances to assume until Redis has counted them, at
	 * least 1. Each instance then allows its share of every limit.
	 */
	public record Local(@DefaultValue("1") int instances) {

	}

	/**
	 * A policy.
	 *
	 * @param algorithm How to count.
	 * @param limits Limits that must all hold, for example 100/1m or, for a token bucket,
	 * 50/1s burst 200. Units are ms, s, m, h, d and w.
	 * @param key What tells callers apart: ip, user, header:name, cookie:name,
	 * claim:name, path:variable, host, global, "@bean" or "#expression". A list is a
	 * chain of fallbacks, "+" joins parts. A request that has none of them counts by its
	 * address.
	 * @param missingKey What to do when an annotated method is called without a request
	 * and its key needs one.
	 * @param failureMode What to do when the store gives no answer in time. Defaults to
	 * ratelimit.failure-mode.
	 * @param phase When to apply the policy. Defaults to what the key needs.
	 * @param queue Leaky bucket only: permits that may wait. Defaults to the limit's
	 * permits.
	 * @param maxWait Leaky bucket only: longest wait in the queue. Defaults to 5s.
	 * @param windowPhase Windows only: where windows begin. Defaults to per-key.
	 * @param countRejected Sliding window log only: Whether to count rejected requests
	 * too.
	 * @param minInterval Sliding window log only: shortest time between two requests.
	 */
	public record Policy(@DefaultValue("sliding-window-counter") Algorithm algorithm, @DefaultValue List<String> limits,
			@Delimiter(Delimiter.NONE) @DefaultValue("ip") List<String> key,
			@DefaultValue("fail") MissingKey missingKey, @Nullable FailureMode failureMode, @Nullable Phase phase,
			@Nullable Long queue, @Nullable Duration maxWait, @Nullable WindowPhase windowPhase,
			@DefaultValue("false") boolean countRejected, @Nullable Duration minInterval) {

		public Policy {
			limits = List.copyOf(limits);
			key = List.copyOf(key);
		}

	}

	/**
	 * A route.
	 *
	 * @param id Name in meters and endpoints. Defaults to the first pattern.
	 * @param paths Path patterns as Spring MVC reads them, each with a leading slash.
	 * Quote a pattern with braces inside a YAML flow mapping.
	 * @param exclude Path patterns to leave alone.
	 * @param methods HTTP methods; all if there are none. GET covers HEAD.
	 * @param policies Names of the policies that apply, all of them.
	 */
	public record Route(@Nullable String id, @Delimiter(Delimiter.NONE) @DefaultValue List<String> paths,
			@Delimiter(Delimiter.NONE) @DefaultValue List<String> exclude, @DefaultValue List<String> methods,
			@DefaultValue List<String> policies) {

		public Route {
			paths = List.copyOf(paths);
			exclude = List.copyOf(exclude);
			methods = List.copyOf(methods);
			policies = List.copyOf(policies);
		}

	}

}
