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
import java.util.List;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.redis.RedisStore;
import dev.ratelimit.redis.SelfTestException;
import dev.ratelimit.rules.RateLimitRules;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Reaches Redis, tests it, and runs what a request will run, before there are requests:
 * the first ones would otherwise spend their deadline on loading classes. A look takes
 * nothing, and the last one says whether the store answers until a request does. A Redis
 * that refuses for good stops start-up. If it only is down the application starts all the
 * same, and Redis is tested once it is back.
 */
final class StoreWarmUp implements SmartInitializingSingleton, DisposableBean {

	private static final Log logger = LogFactory.getLog(StoreWarmUp.class);

	private static final Duration REACH_WITHIN = Duration.ofSeconds(2);

	private static final Duration LOOK_FOR = Duration.ofMillis(500);

	private static final Duration INSPECT_EVERY = Duration.ofSeconds(5);

	private static final int LOOKS = 200;

	/** No request has this key: resolved keys name their kind. */
	private static final String KEY = "warm-up";

	private final RedisStore store;

	private final RateLimitRules rules;

	private final StoreWatch watch;

	private final StoreInspector inspector;

	StoreWarmUp(RedisStore store, RateLimitRules rules, StoreWatch watch) {
		this.watch = watch;
		this.store = store;
		this.rules = rules;
		this.inspector = new StoreInspector(store, INSPECT_EVERY);
	}

	@Override
	public void afterSingletonsInstantiated() {
		try {
			this.inspector.inspect(REACH_WITHIN);
		}
		catch (SelfTestException ex) {
			throw ex;
		}
		catch (RateLimitStoreException ex) {
			this.watch.failed(ex);
			logger.warn(ex.getMessage() + "; until it answers, each policy's failure mode decides");
			logger.debug("The self-test had no answer", ex);
			this.inspector.inspectLater();
		}
		if (this.store.awaitReady(Duration.ZERO)) {
			lookAround();
		}
	}

	private void lookAround() {
		List<RateLimiter> limiters = this.rules.policies()
			.values()
			.stream()
			.map((rule) -> this.store.limiter(rule.policy()))
			.toList();
		long start = System.nanoTime();
		for (int i = 0; i < LOOKS && System.nanoTime() - start < LOOK_FOR.toNanos(); i++) {
			limiters.forEach(this::look);
		}
	}

	private void look(RateLimiter limiter) {
		try {
			limiter.tryAcquire(KEY, 0);
			this.watch.answered();
		}
		catch (RateLimitStoreException ex) {
			// the first calls are slow, which is why they are made here
			this.watch.failed(ex);
			logger.debug("A look to warm up failed", ex);
		}
	}

	@Override
	public void destroy() {
		this.inspector.close();
	}

}
