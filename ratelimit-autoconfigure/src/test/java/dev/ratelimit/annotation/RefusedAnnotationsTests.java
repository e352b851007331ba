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

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import dev.ratelimit.Algorithm;
import dev.ratelimit.RateLimitedException;
import dev.ratelimit.autoconfigure.RateLimitConfigurationException;
import dev.ratelimit.key.MissingKey;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.ConnectableFlux;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Annotations that would limit nothing, or not what was meant, stop the application.
 */
class RefusedAnnotationsTests {

	private static final String PLACE = RefusedAnnotationsTests.class.getName() + "$";

	private final LimitedBeans beans = new LimitedBeans();

	@Test
	void d1MethodsThatNoProxyCanStandInFrontOfAreNamedTogether() {
		assertThat(this.beans.problems(OutOfReach.class, FinalType.class, FinalRecord.class))
			.satisfiesExactlyInAnyOrder(
					(problem) -> assertThat(problem).startsWith(PLACE + "OutOfReach.hidden(String): a private method"),
					(problem) -> assertThat(problem).startsWith(PLACE + "OutOfReach.last(int, List): a final method"),
					(problem) -> assertThat(problem).startsWith(PLACE + "OutOfReach.shared(): a static method"),
					(problem) -> assertThat(problem).startsWith(PLACE + "FinalType: a final class"),
					(problem) -> assertThat(problem).startsWith(PLACE + "FinalRecord: a final class"));
	}

	@Test
	void finalMethodOfALimitedTypeIsNamed() {
		assertThat(this.beans.problems(FinalMethodOfType.class)).singleElement()
			.asString()
			.startsWith(PLACE + "FinalMethodOfType.last(): a final method");
	}

	@Test
	void methodThatNoInterfaceHasIsNamedWhenProxiesKnowInterfacesAlone() {
		ApplicationContextRunner runner = this.beans.runner().withPropertyValues("spring.aop.proxy-target-class=false");
		assertThat(LimitedBeans.problems(runner.withBean(HalfVisible.class))).singleElement()
			.asString()
			.startsWith(PLACE + "HalfVisible.invisible(): the bean is known by its interfaces alone");
		this.beans.runner().withBean(HalfVisible.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void interfacesAreEnoughForProxies() {
		this.beans.runner()
			.withBean(Visible.class)
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> {
				Seen seen = context.getBean(Seen.class);
				assertThat(seen).isNotInstanceOf(Visible.class);
				assertThat(LimitedBeans.permitted(5, () -> seen.visible("a"))).isEqualTo(1);
			});
	}

	@Test
	void everythingThatCannotBeReadIsNamed() {
		assertThat(this.beans.problems(Unreadable.class)).satisfiesExactlyInAnyOrder(
				(problem) -> assertThat(problem).contains("unknown() = 'threee'", "no policy of this name",
						"[two, three]"),
				(problem) -> assertThat(problem).contains("neither(): needs the name of a policy, or limits"),
				(problem) -> assertThat(problem).contains("both() = 'two'", "remove one"),
				(problem) -> assertThat(problem).contains("limit() = '5/60'", "unit"),
				(problem) -> assertThat(problem).contains("key() = 'email'", "is unknown, use"),
				(problem) -> assertThat(problem).contains("syntax() = '#p0..x'", "not an expression"),
				(problem) -> assertThat(problem).contains("negative() = '-1'", "at least 0"),
				(problem) -> assertThat(problem).contains("huge() = '9223372036854775808'", "below 2^63"),
				(problem) -> assertThat(problem).contains("empty() = ' '", "is empty"),
				(problem) -> assertThat(problem).contains("permits() = '#items.'", "not an expression"),
				(problem) -> assertThat(problem).contains("ignored() = 'two'",
						"algorithm and name and missingKey belong to limits of its own"),
				(problem) -> assertThat(problem).contains("name() = '5/1m'", "name 'My Name' must be"),
				(problem) -> assertThat(problem).contains("queue() = '5/1m, 6/1h'", "leaky"),
				(problem) -> assertThat(problem).contains("exempt()", "both @RateLimited and @RateLimitExempt"));
	}

	@Test
	void namesThatDoNotExistAreNamed() {
		assertThat(this.beans.problems(Misspelt.class)).satisfiesExactlyInAnyOrder(
				(problem) -> assertThat(problem).contains("variable(String) = '#emial'", "no parameter 'emial'",
						"[email]"),
				(problem) -> assertThat(problem).contains("number(Collection) = '#itmes.size()'",
						"no parameter 'itmes'"),
				(problem) -> assertThat(problem).contains("bean(String) = '@idz.of(#email)'", "no bean 'idz'"),
				(problem) -> assertThat(problem).contains("hash(Collection) = 'items.size()'", "write #items"),
				(problem) -> assertThat(problem).contains("root(String) = '#root.methd'", "a call has no 'methd'"),
				(problem) -> assertThat(problem).contains("position(String) = '#p1'", "no parameter 'p1'"),
				(problem) -> assertThat(problem).contains("inside(Collection) = '#items.?[#this > #minimum].size()'",
						"no parameter 'minimum'"),
				(problem) -> assertThat(problem).contains("argument(Collection) = '#items.contains(email)'",
						"a call has no 'email'"));
	}

	@Test
	void namesThatExistAreFine() {
		this.beans.with(WellSpelt.class, (bean) -> {
			bean.all("a", List.of(5));
			bean.request("a");
		});
	}

	@Test
	void fallbackThatCannotStandInIsNamed() {
		assertThat(this.beans.problems(Fallbacks.class)).satisfiesExactlyInAnyOrder(
				(problem) -> assertThat(problem).contains("missing(String) = 'nothing'",
						"no method nothing(String), optionally with a RateLimitedException"),
				(problem) -> assertThat(problem).contains("parameters(String) = 'other'", "no method other(String)"),
				(problem) -> assertThat(problem).contains("returns(String) = 'number'", "returns Integer",
						"return String"),
				(problem) -> assertThat(problem).contains("itself(String) = 'itself'", "its own fallback"));
	}

	@Test
	void returnTypesWhoseWorkWouldBeUnlimitedAreNamed() {
		assertThat(this.beans.problems(Unsupported.class)).hasSize(6)
			.allMatch((problem) -> problem.contains("cannot be limited: what it does later would be unlimited"))
			.anyMatch((problem) -> problem.contains("future()") && problem.contains("returns Future"))
			.anyMatch((problem) -> problem.contains("ownFuture()"))
			.anyMatch((problem) -> problem.contains("publisher()"))
			.anyMatch((problem) -> problem.contains("flow()"))
			.anyMatch((problem) -> problem.contains("flux()"))
			.anyMatch((problem) -> problem.contains("generic()"));
	}

	@Test
	void policiesThatWouldHaveTheSameNameAreNamed() {
		assertThat(this.beans.problems(Overloads.class)).singleElement()
			.asString()
			.contains("Overloads.place(", "the policy 'overloads-place' of", "set the attribute name");
		assertThat(this.beans.problems(Repeated.class)).singleElement()
			.asString()
			.contains("Repeated.place()", "'repeated-place'");
		assertThat(LimitedBeans.problems(this.beans.runner()
			.withBean(Taken.class)
			.withPropertyValues("ratelimit.policies.taken-call.limits=1/1s"))).singleElement()
			.asString()
			.contains("Taken.call()", "the configuration has a policy 'taken-call' too");
		assertThat(this.beans.problems(Differing.class)).singleElement().asString().contains("another policy 'ours'");
	}

	@Test
	void overloadsWithNamesAreFine() {
		this.beans.with(NamedOverloads.class, (bean) -> {
			assertThat(LimitedBeans.permitted(2, bean::place)).isEqualTo(1);
			assertThat(LimitedBeans.permitted(3, () -> bean.place(1))).isEqualTo(2);
		});
	}

	@Test
	void problemOfATypeIsToldOnce() {
		assertThat(this.beans.problems(WrongType.class)).singleElement()
			.asString()
			.startsWith(PLACE + "WrongType = 'none'");
	}

	@Test
	void beanThatIsCreatedLaterFailsThen() {
		this.beans.runner()
			.withBean("lazy", Unreadable.class, Unreadable::new, (definition) -> definition.setLazyInit(true))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("lazy"))
					.withRootCauseInstanceOf(RateLimitConfigurationException.class);
			});
	}

	@Test
	void prototypesAreLimited() {
		this.beans.runner()
			.withBean(Plain.class, Plain::new, (definition) -> definition.setScope("prototype"))
			.run((context) -> assertThat(LimitedBeans.permitted(5, () -> context.getBean(Plain.class).call()))
				.isEqualTo(2));
	}

	@Test
	void beanThatIsCreatedBeforeThereAreProxiesIsNamed() {
		assertThat(LimitedBeans.problems(this.beans.runner()
			.withBean("early", Plain.class)
			.withBean(NeedsLimitedBean.class, () -> new NeedsLimitedBean(),
					(definition) -> definition.setDependsOn("early"))))
			.singleElement()
			.asString()
			.contains("Plain = 'early'", "no proxy");
	}

	@Test
	void mockOfATestIsLeftAlone() {
		this.beans.runner()
			.withInitializer((context) -> context.getBeanFactory().registerSingleton("ready", new Plain()))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void callBeforeTheChecksFailsRatherThanBeingUnlimited() {
		assertThat(LimitedBeans.problems(this.beans.runner().withBean(Unreadable.class).withBean(CallsEarly.class)))
			.isNotEmpty();
	}

	static class OutOfReach {

		@SuppressWarnings({ "UnusedMethod", "UnusedVariable" })
		@RateLimited("two")
		private void hidden(String text) {
		}

		@RateLimited("two")
		public final void last(int number, List<String> texts) {
		}

		@RateLimited("two")
		public static void shared() {
		}

	}

	static final class FinalType {

		@RateLimited("two")
		public void call() {
		}

	}

	record FinalRecord() {

		@RateLimited("two")
		public void call() {
		}

	}

	@RateLimited("two")
	static class FinalMethodOfType {

		public final void last() {
		}

		public void other() {
		}

		public static void shared() {
		}

	}

	interface Seen {

		void visible(String text);

	}

	static class HalfVisible implements Seen {

		@Override
		public void visible(String text) {
		}

		@RateLimited("two")
		public void invisible() {
		}

	}

	static class Visible implements Seen {

		@Override
		@RateLimited(limits = "1/1m", key = "global")
		public void visible(String text) {
		}

	}

	static class Unreadable {

		@RateLimited("threee")
		public void unknown() {
		}

		@RateLimited
		public void neither() {
		}

		@RateLimited(value = "two", limits = "5/1m")
		public void both() {
		}

		@RateLimited(limits = "5/60")
		public void limit() {
		}

		@RateLimited(value = "two", key = "email")
		public void key() {
		}

		@RateLimited(value = "two", key = "#p0..x")
		public void syntax() {
		}

		@RateLimited(value = "two", permits = "-1")
		public void negative() {
		}

		@RateLimited(value = "two", permits = "9223372036854775808")
		public void huge() {
		}

		@RateLimited(value = "two", permits = " ")
		public void empty() {
		}

		@RateLimited(value = "two", permits = "#items.")
		public void permits() {
		}

		@RateLimited(value = "two", algorithm = Algorithm.FIXED_WINDOW, name = "x", missingKey = MissingKey.SKIP)
		public void ignored() {
		}

		@RateLimited(limits = "5/1m", name = "My Name")
		public void name() {
		}

		@RateLimited(limits = { "5/1m", "6/1h" }, algorithm = Algorithm.LEAKY_BUCKET)
		public void queue() {
		}

		@RateLimited("two")
		@RateLimitExempt
		public void exempt() {
		}

	}

	static class Misspelt {

		@RateLimited(value = "two", key = "#emial")
		public void variable(String email) {
		}

		@RateLimited(value = "two", permits = "#itmes.size()")
		public void number(Collection<String> items) {
		}

		@RateLimited(value = "two", key = "@idz.of(#email)")
		public void bean(String email) {
		}

		@RateLimited(value = "two", permits = "items.size()")
		public void hash(Collection<String> items) {
		}

		@RateLimited(value = "two", key = "#root.methd")
		public void root(String email) {
		}

		@RateLimited(value = "two", key = "#p1")
		public void position(String email) {
		}

		@RateLimited(value = "two", permits = "#items.?[#this > #minimum].size()")
		public void inside(Collection<Integer> items) {
		}

		@RateLimited(value = "two", key = "#items.contains(email)")
		public void argument(Collection<String> items) {
		}

	}

	static class WellSpelt {

		@RateLimited(value = "two",
				key = "#email + #p0 + #a0 + #root.method.name + #root.targetClass.simpleName + #root.args[0] + #root.target.hashCode()",
				permits = "#items.?[#this > 3].size() + (#root.args.length > 9 ? {a: 1}['a'] : 0)")
		public void all(String email, List<Integer> items) {
		}

		@RateLimited(value = "two", key = { "#request.getParameter('x')", "#email" })
		public void request(String email) {
		}

	}

	static class Fallbacks {

		@RateLimited(value = "two", fallback = "nothing")
		public String missing(String text) {
			return text;
		}

		@RateLimited(value = "two", fallback = "other")
		public String parameters(String text) {
			return text;
		}

		String other(String text, int number) {
			return text + number;
		}

		@RateLimited(value = "two", fallback = "number")
		public String returns(String text) {
			return text;
		}

		Integer number(String text, RateLimitedException refusal) {
			return text.length();
		}

		@RateLimited(value = "two", fallback = "itself")
		public String itself(String text) {
			return text;
		}

	}

	abstract static class Generic<T> {

		@RateLimited("two")
		public T generic() {
			return null;
		}

	}

	static class Unsupported extends Generic<Publisher<String>> {

		@RateLimited("two")
		public Future<String> future() {
			return CompletableFuture.completedFuture("");
		}

		@RateLimited("two")
		public OwnFuture ownFuture() {
			return new OwnFuture();
		}

		@RateLimited("two")
		public Publisher<String> publisher() {
			return null;
		}

		@RateLimited("two")
		public Flow.Publisher<String> flow() {
			return null;
		}

		@RateLimited("two")
		public ConnectableFlux<String> flux() {
			return null;
		}

	}

	static class OwnFuture extends CompletableFuture<String> {

	}

	static class Overloads {

		@RateLimited(limits = "1/1m", key = "global")
		public void place() {
		}

		@RateLimited(limits = "1/1m", key = "global")
		public void place(int number) {
		}

	}

	static class NamedOverloads {

		@RateLimited(limits = "1/1m", key = "global")
		public void place() {
		}

		@RateLimited(limits = "2/1m", key = "global", name = "place-many")
		public void place(int number) {
		}

	}

	static class Repeated {

		@RateLimited(limits = "1/1m", key = "global")
		@RateLimited(limits = "2/1h", key = "global")
		public void place() {
		}

	}

	static class Taken {

		@RateLimited(limits = "1/1s", key = "global")
		public void call() {
		}

	}

	static class Differing {

		@RateLimited(limits = "1/1s", key = "global", name = "ours")
		public void one() {
		}

		@RateLimited(limits = "2/1s", key = "global", name = "ours")
		public void other() {
		}

	}

	@RateLimited("none")
	static class WrongType {

		public void one() {
		}

		public void other() {
		}

	}

	static class Plain {

		@RateLimited("two")
		public void call() {
		}

	}

	static class NeedsLimitedBean implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

	}

	static class CallsEarly {

		CallsEarly(Unreadable bean) {
			bean.unknown();
		}

	}

}
