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

package dev.ratelimit.annotation;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitedException;
import dev.ratelimit.RateLimiterRegistry;
import dev.ratelimit.Reason;
import dev.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import dev.ratelimit.contract.SilentLimiter;
import dev.ratelimit.key.MissingKey;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.AliasFor;

import static dev.ratelimit.annotation.LimitedBeans.permitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What {@link RateLimited} limits, attribute by attribute.
 */
class RateLimitedTests {

	private final LimitedBeans beans = new LimitedBeans();

	@Test
	void policyOfTheConfigurationIsAppliedByName() {
		this.beans.with(Named.class, (bean) -> {
			assertThat(permitted(5, bean::call)).isEqualTo(2);
			this.beans.clock.advance(Duration.ofMinutes(1));
			assertThat(permitted(5, bean::call)).isEqualTo(2);
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(bean::call).satisfies((ex) -> {
				assertThat(ex.policy().name()).isEqualTo("two");
				assertThat(ex.decision().reason()).isEqualTo(Reason.LIMIT);
				assertThat(ex.decision().retryAfter()).isEqualTo(Duration.ofMinutes(1));
			});
		});
	}

	@Test
	void keyOfTheAnnotationReplacesThatOfThePolicy() {
		this.beans.with(Keyed.class, (bean) -> {
			assertThat(permitted(5, () -> bean.call("a"))).isEqualTo(2);
			assertThat(permitted(5, () -> bean.call("b"))).isEqualTo(2);
			// Nothing to make a key of but the last alternative, which is for everybody.
			assertThat(permitted(5, () -> bean.call(null))).isEqualTo(2);
		});
	}

	@Test
	void limitsOfItsOwnMakeAPolicy() {
		this.beans.runner()
			.withBean(Inline.class)
			.withPropertyValues("ratelimit.failure-mode=reject")
			.run((context) -> {
				Inline bean = context.getBean(Inline.class);
				assertThat(permitted(3, () -> bean.log("a"))).isEqualTo(2);
				this.beans.clock.advance(Duration.ofSeconds(1));
				assertThat(permitted(3, () -> bean.log("a"))).isEqualTo(1);
				RateLimiterRegistry limiters = context.getBean(RateLimiterRegistry.class);
				RateLimitPolicy log = limiters.limiter("inline-log").policy();
				assertThat(log.algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW_LOG);
				assertThat(log.limits()).extracting(Object::toString).containsExactly("2/1s", "3/1m");
				assertThat(log.failureMode()).isEqualTo(FailureMode.REJECT);
				RateLimitPolicy plain = limiters.limiter("my-own").policy();
				assertThat(plain.algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW_COUNTER);
				assertThat(limiters.policies()).containsExactlyInAnyOrder("two", "three", "inline-log", "my-own");
			});
	}

	@Test
	void permitsAreANumberOrAnExpression() {
		this.beans.with(Weighted.class, (bean) -> {
			assertThat(permitted(5, bean::two)).isEqualTo(5);
			assertThat(permitted(1, () -> bean.items(List.of(1, 2, 3)))).isEqualTo(1);
			assertThat(permitted(1, () -> bean.items(List.of(1, 2, 3)))).isEqualTo(1);
			assertThat(permitted(1, () -> bean.items(List.of(1, 2, 3, 4, 5)))).isEqualTo(0);
			assertThat(permitted(1, () -> bean.items(List.of(1, 2, 3, 4)))).isEqualTo(1);
			assertThat(permitted(9, () -> bean.items(List.of()))).as("takes nothing").isEqualTo(9);
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> bean.items(List.of(1)))
				.satisfies((ex) -> assertThat(ex.policy().name()).isEqualTo("weighted-items"));
		});
	}

	@Test
	void missingKeyIsRefusedSkippedOrShared() {
		this.beans.runner()
			.withBean(WithoutRequest.class)
			.withPropertyValues("ratelimit.policies.users.limits=2/1m", "ratelimit.policies.users.key=user",
					"ratelimit.policies.users.algorithm=fixed-window", "ratelimit.policies.skipped.limits=2/1m",
					"ratelimit.policies.skipped.missing-key=skip", "ratelimit.policies.shared.limits=2/1m",
					"ratelimit.policies.shared.missing-key=global",
					"ratelimit.policies.shared.algorithm=sliding-window-log")
			.run((context) -> {
				WithoutRequest bean = context.getBean(WithoutRequest.class);
				assertThatIllegalStateException().isThrownBy(bean::fails)
					.withMessageContainingAll("WithoutRequest.fails", "'users'", "'user'", "without a request",
							"ratelimit.policies.users.missing-key");
				assertThatIllegalStateException().isThrownBy(bean::failsToo)
					.withMessageContainingAll("WithoutRequest.failsToo", "'ip'", "missingKey");
				assertThat(permitted(5, bean::skipped)).isEqualTo(5);
				assertThat(permitted(5, bean::skippedToo)).isEqualTo(5);
				assertThat(permitted(5, bean::shared)).isEqualTo(2);
				assertThat(permitted(5, bean::sharedToo)).isEqualTo(3);
			});
	}

	@Test
	void d2MethodReplacesTypeAndExemptIsUnlimited() {
		this.beans.with(OnType.class, (bean) -> {
			assertThat(permitted(5, bean::exempt)).isEqualTo(5);
			assertThat(permitted(5, bean::own)).isEqualTo(2);
			assertThat(permitted(6, bean::one)).isEqualTo(6);
			assertThat(permitted(6, bean::other)).as("one limit for all methods").isEqualTo(4);
			assertThat(permitted(2, bean::inherited)).isEqualTo(0);
			assertThat(permitted(2, bean::hidden)).as("not public").isEqualTo(2);
			assertThat(bean.toString()).isEqualTo("limits are not for this");
		});
	}

	@Test
	void d3AnnotationsAreComposedAndAliased() {
		this.beans.with(Composed.class, (bean) -> {
			assertThat(permitted(5, bean::call)).isEqualTo(2);
			assertThat(permitted(5, () -> bean.keyed("a"))).isEqualTo(1);
			assertThat(permitted(5, () -> bean.keyed("b"))).isEqualTo(1);
		});
		this.beans.clock.advance(Duration.ofMinutes(1));
		this.beans.with(ComposedOfSeveral.class, (bean) -> {
			assertThat(permitted(5, bean::both)).as("one annotation of two").isEqualTo(2);
			assertThat(permitted(5, () -> bean.twice("a", "x"))).as("two annotations of one").isEqualTo(1);
			assertThat(permitted(5, () -> bean.twice("b", "x"))).isEqualTo(0);
			assertThat(permitted(5, () -> bean.twice("b", "y"))).isEqualTo(1);
		});
	}

	@Test
	void d3SeveralOnOneMethodTakePermitsOfAllOrNone() {
		this.beans.with(Several.class, (bean) -> {
			assertThat(permitted(5, () -> bean.both("a"))).isEqualTo(2);
			// Only the two that passed have taken one of three.
			assertThat(permitted(5, bean::three)).isEqualTo(1);
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> bean.both("b"))
				.satisfies((ex) -> assertThat(ex.policy().name()).isEqualTo("three"));
		});
	}

	@Test
	void interfacesAndSuperClassesPassTheirLimitsOn() {
		this.beans.runner().withBean(Child.class).withBean(Sibling.class).run((context) -> {
			Child child = context.getBean(Child.class);
			assertThat(permitted(5, () -> child.put("a"))).isEqualTo(1);
			assertThat(permitted(5, child::parent)).isEqualTo(1);
			assertThat(permitted(5, () -> context.getBean(Sibling.class).parent())).as("the same limit").isEqualTo(0);
			assertThat(context.getBean(RateLimiterRegistry.class).policies()).contains("api-put", "parent-parent");
		});
	}

	@Test
	void d11FallbackIsCalledInsteadOfTheTarget() {
		this.beans.with(WithFallback.class, (bean) -> {
			assertThat(List.of(bean.call("x"), bean.call("y"), bean.call("z"))).containsExactly("called x", "instead y",
					"instead z");
			assertThat(bean.calls()).isEqualTo(1);
			assertThat(bean.told("x")).isEqualTo("called x");
			assertThat(bean.told("y")).isEqualTo("y: with-fallback-told");
			assertThatNoException().isThrownBy(bean::fails);
			assertThatExceptionOfType(IOException.class).isThrownBy(bean::fails).withMessage("fallback");
		});
	}

	@Test
	void fallbackIsThatOfTheLimitThatRefuses() {
		this.beans.with(TwoFallbacks.class, (bean) -> {
			assertThat(bean.call("a")).isEqualTo("call");
			assertThat(bean.call("a")).isEqualTo("own");
			assertThat(bean.call("b")).isEqualTo("call");
			assertThat(bean.call("c")).isEqualTo("shared");
		});
	}

	@Test
	void storeWithoutAnswerRefusesAsTheFailureModeSays() {
		RateLimitStore silent = SilentLimiter::new;
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
			.withBean(RateLimitStore.class, () -> silent)
			.withBean(WithFallback.class)
			.withPropertyValues("ratelimit.store=memory");
		runner.withPropertyValues("ratelimit.failure-mode=reject").run((context) -> {
			WithFallback bean = context.getBean(WithFallback.class);
			assertThat(bean.call("x")).isEqualTo("instead x");
			assertThatExceptionOfType(RateLimitedException.class).isThrownBy(bean::plain)
				.satisfies((ex) -> assertThat(ex.decision().outcome()).isEqualTo(Outcome.FAILED_CLOSED));
		});
		runner.withPropertyValues("ratelimit.failure-mode=allow").run((context) -> {
			WithFallback bean = context.getBean(WithFallback.class);
			assertThat(permitted(5, bean::plain)).isEqualTo(5);
		});
	}

	@Test
	void sameNameIsTheSameLimit() {
		this.beans.with(SharedName.class, (bean) -> {
			assertThat(permitted(1, bean::one)).isEqualTo(1);
			assertThat(permitted(2, bean::other)).isEqualTo(1);
		});
	}

	static class Named {

		@RateLimited("two")
		public void call() {
		}

	}

	static class Keyed {

		@RateLimited(value = "two", key = { "#who", "global" })
		public void call(String who) {
		}

	}

	static class Inline {

		@RateLimited(limits = { "2/1s", "3/1m" }, algorithm = Algorithm.SLIDING_WINDOW_LOG, key = "#p0")
		public void log(String who) {
		}

		@RateLimited(limits = "10/1m", name = "my-own")
		public void named() {
		}

	}

	static class Weighted {

		@RateLimited(limits = "10/1m", key = "global", permits = "2")
		public void two() {
		}

		@RateLimited(limits = "10/1m", key = "global", permits = "#items.size()")
		public void items(List<Integer> items) {
		}

	}

	static class WithoutRequest {

		@RateLimited("users")
		public void fails() {
		}

		@RateLimited(limits = "2/1m")
		public void failsToo() {
		}

		@RateLimited("skipped")
		public void skipped() {
		}

		@RateLimited(limits = "2/1m", missingKey = MissingKey.SKIP)
		public void skippedToo() {
		}

		@RateLimited("shared")
		public void shared() {
		}

		@RateLimited(limits = "3/1m", missingKey = MissingKey.GLOBAL)
		public void sharedToo() {
		}

	}

	static class Base {

		public void inherited() {
		}

	}

	@RateLimited(limits = "10/60s", key = "global")
	static class OnType extends Base {

		@RateLimited(limits = "2/60s", key = "global")
		public void own() {
		}

		@RateLimitExempt
		public void exempt() {
		}

		public void one() {
		}

		public void other() {
		}

		void hidden() {
		}

		@Override
		public String toString() {
			return "limits are not for this";
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@RateLimited("two")
	@interface Twice {

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@RateLimited(limits = "1/1m")
	@interface OncePer {

		@AliasFor(annotation = RateLimited.class, attribute = "key")
		String key();

	}

	static class Composed {

		@Twice
		public void call() {
		}

		@OncePer(key = "#who")
		public void keyed(String who) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@RateLimited("two")
	@RateLimited("three")
	@interface Both {

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@Repeatable(Fews.class)
	@RateLimited(limits = "1/1m", algorithm = Algorithm.SLIDING_WINDOW_LOG)
	@interface Few {

		@AliasFor(annotation = RateLimited.class, attribute = "key")
		String value();

		@AliasFor(annotation = RateLimited.class, attribute = "name")
		String name();

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Fews {

		Few[] value();

	}

	static class ComposedOfSeveral {

		@Both
		public void both() {
		}

		@Few(value = "#one", name = "of-one")
		@Few(value = "#other", name = "of-other")
		public void twice(String one, String other) {
		}

	}

	static class Several {

		@RateLimited(value = "two", key = "#who")
		@RateLimited("three")
		public void both(String who) {
		}

		@RateLimited("three")
		public void three() {
		}

	}

	interface Api<T> {

		@RateLimited(limits = "1/1m", key = "#value")
		void put(T value);

	}

	static class Parent {

		@RateLimited(limits = "1/1m", key = "global")
		public void parent() {
		}

	}

	static class Child extends Parent implements Api<String> {

		@Override
		public void put(String text) {
		}

	}

	static class Sibling extends Parent {

		@Override
		public void parent() {
		}

	}

	@SuppressWarnings("UnusedMethod")
	static class WithFallback {

		private int calls;

		int calls() {
			return this.calls;
		}

		@RateLimited(limits = "1/1m", key = "global", fallback = "instead")
		public String call(String text) {
			this.calls++;
			return "called " + text;
		}

		@RateLimited(limits = "1/1m", key = "global")
		public void plain() {
		}

		private String instead(String text) {
			return "instead " + text;
		}

		@RateLimited(limits = "1/1m", key = "global", fallback = "told")
		public String told(String text) {
			return "called " + text;
		}

		String told(String text, RateLimitedException refusal) {
			return text + ": " + refusal.policy().name();
		}

		@RateLimited(limits = "1/1m", key = "global", fallback = "failing")
		public void fails() throws IOException {
		}

		private void failing() throws IOException {
			throw new IOException("fallback");
		}

	}

	static class TwoFallbacks {

		@RateLimited(limits = "1/1m", key = "#who", fallback = "own", name = "mine")
		@RateLimited(value = "two", fallback = "shared")
		public String call(String who) {
			return "call";
		}

		String own(String who) {
			return "own";
		}

		String shared(String who) {
			return "shared";
		}

	}

	static class SharedName {

		@RateLimited(limits = "2/1m", key = "global", name = "ours")
		public void one() {
		}

		@RateLimited(limits = "2/1m", key = "global", name = "ours")
		public void other() {
		}

	}

}
