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
import java.util.List;
import java.util.Map;

import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimiter;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyHasher;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.limiter.LimiterRegistry;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.metrics.StateMetrics;
import dev.ratelimit.rules.RateLimitRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RateLimitAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RateLimitAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(RateLimitAutoConfiguration.class, ConfigurationPropertiesAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare.withPropertyValues("ratelimit.store=memory",
			"ratelimit.policies.login.limits=2/1m", "ratelimit.policies.login.algorithm=fixed-window",
			"ratelimit.routes[0].paths=/login", "ratelimit.routes[0].policies=login");

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer",
			"org.springframework.web" })
	void noneOfThemIsNeeded(String missing) {
		this.runner.withClassLoader(new FilteredClassLoader(missing))
			.withPropertyValues("management.endpoints.web.exposure.include=*")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(RateLimiterRegistry.class));
	}

	@Test
	void endpointIsThereOnlyIfItIsExposedAndLimitsAreOn() {
		ApplicationContextRunner exposed = this.runner
			.withPropertyValues("management.endpoints.web.exposure.include=ratelimit");
		exposed.run((context) -> assertThat(context).hasBean("rateLimitEndpoint"));
		this.runner.run((context) -> assertThat(context).doesNotHaveBean("rateLimitEndpoint"));
		exposed.withPropertyValues("management.endpoint.ratelimit.access=NONE")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("rateLimitEndpoint"));
		exposed.withPropertyValues("ratelimit.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("rateLimitEndpoint")
				.doesNotHaveBean("ratelimitHealthIndicator"));
	}

	@Test
	void aStoreThatCannotFailHasNoGauge() {
		this.runner.withBean(SimpleMeterRegistry.class).run((context) -> {
			SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
			context.getBean(StateMetrics.class).bindTo(registry);
			assertThat(registry.find("ratelimit.store.up").gauge()).isNull();
			assertThat(registry.find("ratelimit.waiting").gauge()).isNotNull();
		});
	}

	@Test
	void actuatorAndHealthAreNotNeeded() {
		this.runner
			.withClassLoader(
					new FilteredClassLoader("org.springframework.boot.actuate", "org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(RateLimiterRegistry.class)
				.doesNotHaveBean("rateLimitEndpoint")
				.doesNotHaveBean("ratelimitHealthIndicator"));
	}

	@Test
	void healthCanBeSwitchedOff() {
		this.runner.run((context) -> assertThat(context).hasBean("ratelimitHealthIndicator"));
		this.runner.withPropertyValues("management.health.ratelimit.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("ratelimitHealthIndicator"));
	}

	@Test
	void limitersOfAllPoliciesAreReady() {
		this.runner.withPropertyValues("ratelimit.policies.other.limits=100/1m").run((context) -> {
			RateLimiterRegistry registry = context.getBean(RateLimiterRegistry.class);
			assertThat(registry.policies()).containsExactly("login", "other");
			RateLimiter limiter = registry.limiter("login");
			assertThat(limiter.tryAcquire("a", 2).isPermitted()).isTrue();
			assertThat(limiter.tryAcquire("a", 1).isPermitted()).isFalse();
			assertThat(context.getBean(RateLimitRules.class).routes()).hasSize(1);
		});
	}

	@Test
	void memoryStoreKeepsAsManyKeysAsConfigured() {
		this.runner.withPropertyValues("ratelimit.memory.max-keys=1").run((context) -> {
			RateLimiter limiter = context.getBean(RateLimiterRegistry.class).limiter("login");
			limiter.tryAcquire("a", 1);
			limiter.tryAcquire("b", 1);
			assertThat(context.getBean(MemoryStore.class).size()).isEqualTo(1);
		});
	}

	@Test
	void nothingIsLimitedWhenOff(CapturedOutput output) {
		this.runner.withPropertyValues("ratelimit.enabled=false", "ratelimit.store=redis").run((context) -> {
			RateLimiter limiter = context.getBean(RateLimiterRegistry.class).limiter("login");
			for (int i = 0; i < 5; i++) {
				assertThat(limiter.tryAcquire("a", 1).outcome()).isEqualTo(Outcome.ALLOWED);
			}
			assertThat(limiter.policy().name()).isEqualTo("login");
			assertThat(limiter.tryAcquireAsync("a", 9).toCompletableFuture().join().isPermitted()).isTrue();
			assertThat(limiter.charge("a", 9).toCompletableFuture().join().isPermitted()).isTrue();
			assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire("a", -1));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> context.getBean(RateLimiterRegistry.class).limiter("x"));
			assertThat(context).doesNotHaveBean(RateLimitStore.class);
		});
		assertThat(output).contains("Rate limiting is off");
	}

	@Test
	void oneLineSaysWhatIsActive(CapturedOutput output) {
		this.runner
			.withPropertyValues("ratelimit.failure-mode=allow", "ratelimit.policies.other.limits=100/1m",
					"ratelimit.policies.other.failure-mode=reject")
			.run((context) -> assertThat(output).containsOnlyOnce(
					"Rate limiting: 2 policies, 1 route, 0 methods, store memory, failure mode allow (other: reject)"));
	}

	@Test
	void nothingConfiguredIsSaidToo(CapturedOutput output) {
		this.bare.withPropertyValues("ratelimit.store=memory")
			.run((context) -> assertThat(output)
				.containsOnlyOnce("Rate limiting: 0 policies, 0 routes, 0 methods, store memory, failure mode local"));
	}

	@Test
	void missingSecretIsMentionedIfThereIsSomethingToHash(CapturedOutput output) {
		ApplicationContextRunner header = this.runner
			.withPropertyValues("ratelimit.policies.login.key=header:X-Api-Key");
		header.withPropertyValues("ratelimit.key-secret=0123456789abcdef")
			.run((context) -> assertThat(output).doesNotContain("key-secret"));
		this.runner.run((context) -> assertThat(output).doesNotContain("key-secret"));
		header.run((context) -> assertThat(output).contains("ratelimit.key-secret is not set"));
	}

	@Test
	void adviceIsLogged(CapturedOutput output) {
		this.runner
			.withPropertyValues("ratelimit.policies.unused.limits=20000/1m",
					"ratelimit.policies.unused.algorithm=sliding-window-log", "ratelimit.policies.small.limits=5/1m")
			.run((context) -> assertThat(output).contains(
					"ratelimit.policies.unused: no route and no method names this policy",
					"ratelimit.policies.unused: a sliding-window-log of 20000/1m",
					"ratelimit.policies.small: a sliding-window-counter is stricter"));
	}

	@Test
	void clientIpSettingsReachTheResolver() {
		this.runner
			.withPropertyValues("ratelimit.client-ip.trusted-proxies=10.0.0.0/8",
					"ratelimit.client-ip.header=X-Real-IP", "ratelimit.client-ip.ipv6-prefix-length=56")
			.run((context) -> {
				ClientAddressResolver resolver = context.getBean(ClientAddressResolver.class);
				assertThat(resolver.header()).isEqualTo("X-Real-IP");
				assertThat(resolver.resolve("10.0.0.1", List.of("2001:db8:1:203::1"))).isEqualTo("2001:db8:1:200::/56");
			});
	}

	@Test
	void secretIsThePrefixUnlessSaidOtherwise() {
		this.runner.withPropertyValues("spring.application.name=shop")
			.run((context) -> assertThat(context.getBean(KeyHasher.class).hash("x"))
				.isEqualTo(new KeyHasher("ratelimit:shop").hash("x")));
		this.runner.withPropertyValues("ratelimit.prefix=p")
			.run((context) -> assertThat(context.getBean(KeyHasher.class).hash("x"))
				.isEqualTo(new KeyHasher("p").hash("x")));
		this.runner.withPropertyValues("ratelimit.prefix=p", "ratelimit.key-secret=0123456789abcdef")
			.run((context) -> assertThat(context.getBean(KeyHasher.class).hash("x"))
				.isEqualTo(new KeyHasher("0123456789abcdef").hash("x")));
	}

	@Test
	void everyBeanBacksOff() {
		this.runner.withUserConfiguration(OwnBeans.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).hasSingleBean(KeyHasher.class).hasSingleBean(KeyResolver.class);
			assertThat(context).hasSingleBean(ClientAddressResolver.class).hasSingleBean(RateLimitStore.class);
			assertThat(context).hasSingleBean(RateLimiterRegistry.class).hasSingleBean(RateLimitRules.class);
			assertThat(context.getBean(RateLimiterRegistry.class).policies()).isEmpty();
		});
	}

	@Test
	void badConfigurationStopsStartUp() {
		this.runner.withPropertyValues("ratelimit.policies.login.limits=100/60", "ratelimit.typo=1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(RateLimitConfigurationException.class,
						(ex) -> assertThat(ex.problems()).extracting("property")
							.containsExactly("ratelimit.typo", "ratelimit.policies.login.limits")));
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		@Bean
		RateLimitRules rules() {
			return new RateLimitRules(Map.of(), List.of());
		}

		@Bean
		KeyHasher hasher() {
			return new KeyHasher("own");
		}

		@Bean
		KeyResolver resolver() {
			return new KeyResolver(hasher());
		}

		@Bean
		ClientAddressResolver addresses() {
			return new ClientAddressResolver("X-Own", List.of(), 64);
		}

		@Bean
		RateLimitStore store() {
			return new MemoryStore(1, InstantSource.system());
		}

		@Bean
		RateLimiterRegistry registry() {
			return new LimiterRegistry(List.of(), new MemoryStore(10, InstantSource.system())::limiter);
		}

	}

}
