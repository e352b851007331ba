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

import java.time.InstantSource;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Source;
import dev.ratelimit.annotation.AnnotatedMethods;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyHasher;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.limiter.LimiterRegistry;
import dev.ratelimit.limiter.LiveInstances;
import dev.ratelimit.limiter.LocalShares;
import dev.ratelimit.limiter.StoreListener;
import dev.ratelimit.limiter.StoreWatch;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.PassListener;
import dev.ratelimit.pass.WaitingRoom;
import dev.ratelimit.rules.RateLimitRules;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of rate limiting.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration" })
@ImportRuntimeHints(RateLimitRuntimeHints.class)
public final class RateLimitAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RateLimitProperties rateLimitProperties(ConfigurableEnvironment environment) {
		return PropertiesReader.read(environment);
	}

	@Bean
	@ConditionalOnMissingBean
	RateLimitRules rateLimitRules(RateLimitProperties properties) {
		return RulesFactory.rules(properties);
	}

	@Bean
	StartupReport rateLimitStartupReport(RateLimitProperties properties, RateLimitRules rules,
			ObjectProvider<AnnotatedMethods> methods, Environment environment) {
		return new StartupReport(properties, rules, methods, environment);
	}

	/**
	 * What there is only while rate limiting is on.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "ratelimit.enabled", matchIfMissing = true)
	@Import({ MemoryStoreConfiguration.class, RedisStoreConfiguration.class, NoRedisConfiguration.class,
			RateLimitMetricsConfiguration.class, RateLimitWebConfiguration.class, RateLimitEndpointConfiguration.class,
			RateLimitHealthConfiguration.class, RateLimitAnnotationConfiguration.class })
	static class EnabledConfiguration {

		@Bean
		@ConditionalOnMissingBean
		KeyHasher rateLimitKeyHasher(RateLimitProperties properties, Environment environment) {
			return new KeyHasher((properties.keySecret() != null) ? properties.keySecret()
					: StorePrefix.of(properties, environment));
		}

		@Bean
		@ConditionalOnMissingBean
		KeyResolver rateLimitKeyResolver(KeyHasher hasher) {
			return new KeyResolver(hasher);
		}

		@Bean
		@ConditionalOnMissingBean
		ClientAddressResolver rateLimitClientAddressResolver(RateLimitProperties properties) {
			return new ClientAddressResolver(properties.clientIp().header(), properties.clientIp().trustedProxies(),
					properties.clientIp().ipv6PrefixLength());
		}

		@Bean
		@ConditionalOnMissingBean(RateLimiterRegistry.class)
		LimiterRegistry rateLimiterRegistry(RateLimitRules rules, RateLimitStore store, LocalShares shares,
				StoreWatch watch) {
			return Limiters.on(rules, store, shares, watch);
		}

		@Bean
		@ConditionalOnMissingBean
		LiveInstances rateLimitLiveInstances(RateLimitProperties properties) {
			return new LiveInstances(properties.local().instances());
		}

		@Bean
		@ConditionalOnMissingBean
		LocalShares rateLimitLocalShares(RateLimitProperties properties, LiveInstances instances) {
			return new LocalShares(new MemoryStore(properties.memory().maxKeys(), InstantSource.system(), Source.LOCAL),
					instances::get);
		}

		@Bean
		@ConditionalOnMissingBean
		StoreWatch rateLimitStoreWatch(ObjectProvider<StoreListener> listeners) {
			return new StoreWatch(InstantSource.system(), listeners.orderedStream().toList());
		}

		@Bean
		@ConditionalOnMissingBean
		Pass rateLimitPass(ObjectProvider<PassListener> listeners) {
			return new Pass(listeners.orderedStream().toList());
		}

		/**
		 * Depends on the limiters, so that it is closed while those who wait can still
		 * give back their places.
		 */
		@Bean
		@ConditionalOnMissingBean
		WaitingRoom rateLimitWaitingRoom(RateLimitProperties properties, RateLimiterRegistry limiters) {
			return new WaitingRoom(properties.delay().maxWaiting());
		}

	}

	/**
	 * What stands in while rate limiting is off.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "ratelimit.enabled", havingValue = false)
	static class DisabledConfiguration {

		@Bean
		@ConditionalOnMissingBean(RateLimiterRegistry.class)
		LimiterRegistry rateLimiterRegistry(RateLimitRules rules) {
			return Limiters.passThrough(rules);
		}

	}

}
