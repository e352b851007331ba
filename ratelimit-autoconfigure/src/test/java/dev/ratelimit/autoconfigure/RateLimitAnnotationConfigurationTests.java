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

import java.util.List;
import java.util.concurrent.Callable;

import dev.ratelimit.RateLimitedException;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.annotation.AnnotatedMethod;
import dev.ratelimit.annotation.AnnotatedMethods;
import dev.ratelimit.annotation.CallerContext;
import dev.ratelimit.annotation.RateLimitAdvisor;
import dev.ratelimit.annotation.RateLimited;
import dev.ratelimit.key.KeyContext;
import dev.ratelimit.testing.ClassPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RateLimitAnnotationConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RateLimitAnnotationConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
		.withBean(Orders.class)
		.withPropertyValues("ratelimit.store=memory", "ratelimit.policies.orders.limits=1/1h",
				"ratelimit.policies.orders.key=global", "ratelimit.policies.orders.algorithm=fixed-window");

	@Test
	void nothingStandsInTheWayWhenOff() {
		this.runner.withPropertyValues("ratelimit.enabled=false").run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(AopUtils.isAopProxy(orders)).isFalse();
			assertThat(context).doesNotHaveBean(RateLimitAdvisor.class).doesNotHaveBean(AnnotatedMethods.class);
			for (int i = 0; i < 5; i++) {
				orders.place("a");
			}
		});
	}

	@Test
	void beansWithoutLimitsHaveNoProxy() {
		this.runner.withBean("text", StringBuilder.class)
			.withBean(Unlimited.class)
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(Unlimited.class))).isFalse());
	}

	@Test
	void d9OneLineCountsMethodsToo(CapturedOutput output) {
		this.runner
			.run((context) -> assertThat(output).containsOnlyOnce("Rate limiting: 2 policies, 0 routes, 2 methods")
				.doesNotContain("so it limits nothing"));
	}

	@Test
	void policyThatNothingNamesIsMentioned(CapturedOutput output) {
		this.runner
			.withPropertyValues("ratelimit.policies.routed.limits=1/1h", "ratelimit.policies.forgotten.limits=1/1h",
					"ratelimit.routes[0].paths=/", "ratelimit.routes[0].policies=routed")
			.run((context) -> assertThat(output)
				.containsOnlyOnce("ratelimit.policies.forgotten: no route and no method names this policy")
				.doesNotContain("policies.routed: no")
				.doesNotContain("policies.orders: no"));
	}

	@Test
	void secretInTheKeyOfAMethodIsMentioned(CapturedOutput output) {
		this.runner.run((context) -> assertThat(output).contains("ratelimit.key-secret is not set"));
	}

	@Test
	void annotatedMethodsAreListed() {
		this.runner.run((context) -> {
			List<AnnotatedMethod> methods = context.getBean(AnnotatedMethods.class).all();
			assertThat(methods).extracting(AnnotatedMethod::method)
				.containsExactly(Orders.class.getName() + ".cancel(String)", Orders.class.getName() + ".place(String)");
			assertThat(methods).extracting(AnnotatedMethod::id).containsExactly("Orders.cancel", "Orders.place");
			assertThat(methods.get(0).limits()).extracting((limit) -> limit.policy().name() + " by " + limit.key())
				.containsExactly("orders-cancel by header:x-api-key, #order");
		});
	}

	@Test
	void metersOfMethodsAreThereAtZero() {
		this.runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("ratelimit.decisions").tag("route", "Orders.cancel").counters()).isNotEmpty()
				.allMatch((counter) -> counter.count() == 0);
			context.getBean(Orders.class).place("a");
			assertThat(registry.get("ratelimit.decisions")
				.tags("route", "Orders.place", "policy", "orders", "outcome", "allowed", "source", "store")
				.counter()
				.count()).isEqualTo(1);
		});
	}

	@Test
	void ownCallerContextReplacesOurs() {
		CallerContext own = new CallerContext() {
			@Override
			public @Nullable KeyContext keys() {
				return (part) -> "ours";
			}
		};
		new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
			.withBean(Orders.class)
			.withBean(CallerContext.class, () -> own)
			.withPropertyValues("ratelimit.store=memory", "ratelimit.policies.orders.limits=1/1h",
					"ratelimit.policies.orders.key=user")
			.run((context) -> {
				assertThat(context.getBean(CallerContext.class)).isSameAs(own);
				context.getBean(Orders.class).place("a");
				assertThat(context.getBean(RateLimiterRegistry.class)
					.limiter("orders")
					.tryAcquire("user|ours", 1)
					.isPermitted()).isFalse();
			});
	}

	@Test
	void orderThatIsNoNumberIsRefusedByName() {
		this.runner.withPropertyValues("ratelimit.annotation.order=first")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessage("ratelimit.annotation.order = 'first': write a whole number"));
	}

	@Test
	void whatIsWrongIsShownAtStartUp() {
		this.runner.withBean(Wrong.class).run((context) -> {
			RateLimitConfigurationException cause = (RateLimitConfigurationException) context.getStartupFailure();
			assertThat(new RateLimitConfigurationFailureAnalyzer().analyze(cause, cause).getDescription())
				.contains(Wrong.class.getName() + ".call()", "Value: \"ordes\"", "there are [orders]");
		});
	}

	@Test
	void nobodyIsToldThatABeanIsNotEligible(CapturedOutput output) {
		this.runner.run((context) -> assertThat(output).doesNotContain("is not eligible"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor-core,reactive-streams", "spring-web,spring-webmvc,tomcat,jakarta.servlet",
			"micrometer", "spring-boot-servlet,spring-boot-webmvc,spring-security" })
	void applicationWithoutTheseJarsStarts(String jars) throws Exception {
		assertThat(ClassPath.without(jars.split(",")).call(BareApplication.class)).isEqualTo("limited");
	}

	/**
	 * Runs where classes are missing.
	 */
	public static final class BareApplication implements Callable<String> {

		@Override
		public String call() {
			try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
				TestPropertyValues
					.of("ratelimit.store=memory", "ratelimit.policies.orders.limits=1/1h",
							"ratelimit.policies.orders.key=global")
					.applyTo(context);
				context.register(RateLimitAutoConfiguration.class, Orders.class);
				context.refresh();
				Orders orders = context.getBean(Orders.class);
				orders.place("a");
				assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> orders.place("b"));
				return "limited";
			}
		}

	}

	static class Orders {

		@RateLimited("orders")
		public void place(String order) {
		}

		@RateLimited(limits = "100/1h", key = { "header:X-Api-Key", "#order" })
		public void cancel(String order) {
		}

	}

	static class Unlimited {

	}

	static class Wrong {

		@RateLimited("ordes")
		public void call() {
		}

	}

}
