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

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.annotation.AnnotatedMethodListener;
import dev.ratelimit.limiter.ClockDrift;
import dev.ratelimit.limiter.LiveInstances;
import dev.ratelimit.limiter.StorePulse;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.metrics.DecisionMetrics;
import dev.ratelimit.metrics.DelayMetrics;
import dev.ratelimit.metrics.LatencyMetrics;
import dev.ratelimit.metrics.PulseMetrics;
import dev.ratelimit.metrics.StateMetrics;
import dev.ratelimit.metrics.StoreMetrics;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.rules.RateLimitRules;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Counts decisions and times what they cost.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class RateLimitMetricsConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DecisionMetrics rateLimitDecisionMetrics(MeterRegistry registry, RateLimitRules rules) {
		DecisionMetrics metrics = new DecisionMetrics(registry);
		Meters.register(rules, metrics::register);
		return metrics;
	}

	@Bean
	@ConditionalOnMissingBean
	DelayMetrics rateLimitDelayMetrics(MeterRegistry registry, RateLimitRules rules) {
		DelayMetrics metrics = new DelayMetrics(registry);
		Meters.register(rules, metrics::register);
		return metrics;
	}

	@Bean
	@ConditionalOnMissingBean
	LatencyMetrics rateLimitLatencyMetrics(MeterRegistry registry) {
		return new LatencyMetrics(registry);
	}

	@Bean
	@ConditionalOnMissingBean
	StateMetrics rateLimitStateMetrics(RateLimitStore store, StoreWatch watch, WaitingRoom room) {
		return new StateMetrics((store instanceof MemoryStore) ? null : () -> watch.failure() == null, room::waiting,
				room.seats());
	}

	@Bean
	@ConditionalOnMissingBean
	StoreMetrics rateLimitStoreMetrics(MeterRegistry registry, RateLimitRules rules, RateLimitStore store) {
		StoreMetrics metrics = new StoreMetrics(registry);
		if (!(store instanceof MemoryStore)) {
			rules.policies().values().forEach((rule) -> metrics.register(rule.policy()));
		}
		return metrics;
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(StorePulse.class)
	PulseMetrics rateLimitPulseMetrics(ClockDrift drift, LiveInstances instances) {
		return new PulseMetrics(drift, instances);
	}

	@Bean
	AnnotatedMethodListener rateLimitAnnotatedMethodMeters(DecisionMetrics decisions, DelayMetrics delays) {
		return (method) -> {
			Meters.register(method, decisions::register);
			Meters.register(method, delays::register);
		};
	}

}
