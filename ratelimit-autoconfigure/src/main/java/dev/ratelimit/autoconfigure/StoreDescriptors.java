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
import java.time.Instant;
import java.util.Locale;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitStoreException.Kind;
import dev.ratelimit.actuate.RateLimitDescriptor;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.limiter.StoreWatch.Failure;
import dev.ratelimit.limiter.StoreWatch.LastFailure;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.redis.Inspection;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.redis.SelfTestException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Describes the store to operators.
 */
final class StoreDescriptors {

	private static final Duration REFUSED_FOR = Duration.ofMinutes(1);

	private static final String REDIS = "dev.ratelimit.redis.RedisStore";

	private StoreDescriptors() {
	}

	static RateLimitDescriptor.Store of(RateLimitStore store, StoreWatch watch) {
		Failure failure = watch.failure();
		LastFailure last = watch.lastFailure();
		String type = type(store);
		Server server = type.equals("redis") ? Redis.server(store) : Server.NONE;
		return new RateLimitDescriptor.Store(type, failure == null, (failure != null) ? text(failure.kind()) : null,
				(failure != null) ? failure.since() : null, last(last), server.prefix(), server.version(),
				server.evictionPolicy(), server.unknown(),
				(server.refused() != null) ? server.refused() : refused(last));
	}

	/**
	 * What is refused for one key only goes unnoticed by calls for others, so it is told
	 * for as long as the log is silent about it.
	 */
	private static @Nullable String refused(@Nullable LastFailure failure) {
		return (failure != null && failure.kind() == Kind.PERMANENT
				&& failure.at().isAfter(Instant.now().minus(REFUSED_FOR)))
						? "a call of the last minute failed in a way that does not pass by itself, see the log" : null;
	}

	private static RateLimitDescriptor.@Nullable LastFailure last(@Nullable LastFailure failure) {
		return (failure != null) ? new RateLimitDescriptor.LastFailure(text(failure.kind()), failure.at()) : null;
	}

	private static String text(Kind kind) {
		return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * By name, for the class of the Redis store cannot be loaded where its client is
	 * missing.
	 */
	private static String type(RateLimitStore store) {
		if (store instanceof MemoryStore) {
			return "memory";
		}
		return store.getClass().getName().equals(REDIS) ? "redis" : ClassUtils.getUserClass(store).getName();
	}

	/**
	 * What is known of a server behind the store.
	 */
	private record Server(@Nullable String prefix, @Nullable String version, @Nullable String evictionPolicy,
			@Nullable String unknown, @Nullable String refused) {

		static final Server NONE = new Server(null, null, null, null, null);

	}

	/**
	 * What needs the client of Redis.
	 */
	private static final class Redis {

		static Server server(RateLimitStore store) {
			RedisStore redis = (RedisStore) store;
			SelfTestException refusal = redis.refusal();
			String refused = (refusal != null) ? refusal.getMessage() : null;
			Inspection inspection = redis.inspection();
			return (inspection != null) ? new Server(redis.prefix(), inspection.version(), inspection.evictionPolicy(),
					inspection.unknown(), refused) : new Server(redis.prefix(), null, null, null, refused);
		}

	}

}
