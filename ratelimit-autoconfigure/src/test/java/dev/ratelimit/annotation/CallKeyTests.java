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

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import static dev.ratelimit.annotation.LimitedBeans.permitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Whose limit a call counts against, and how many permits it takes.
 */
@ExtendWith(OutputCaptureExtension.class)
class CallKeyTests {

	private final LimitedBeans beans = new LimitedBeans();

	@AfterEach
	void leaveRequest() {
		RequestContextHolder.resetRequestAttributes();
	}

	@Test
	void rootIsTheCall() {
		run((bean) -> {
			assertThat(permitted(2, () -> bean.root("a"))).isEqualTo(1);
			assertThat(permitted(2, () -> bean.root("b"))).isEqualTo(1);
		});
	}

	@Test
	void positionsStandForNames() {
		run((bean) -> {
			assertThat(permitted(2, () -> bean.positions("a", "x"))).isEqualTo(1);
			assertThat(permitted(2, () -> bean.positions("a", "y"))).isEqualTo(1);
			assertThat(permitted(2, () -> bean.positions("b", "y"))).isEqualTo(1);
		});
	}

	@Test
	void beansAreCalled() {
		run((bean) -> {
			assertThat(permitted(2, () -> bean.method("a1"))).isEqualTo(1);
			assertThat(permitted(2, () -> bean.method("a2"))).as("the same first letter").isEqualTo(0);
			assertThat(permitted(2, () -> bean.method("b1"))).isEqualTo(1);
			assertThat(permitted(2, bean::supplied)).isEqualTo(1);
			assertThatIllegalStateException().isThrownBy(bean::ofRequest).withMessageContaining("without a request");
			enter("192.0.2.1", "x");
			assertThat(permitted(2, bean::ofRequest)).isEqualTo(1);
			enter("192.0.2.1", "y");
			assertThat(permitted(2, bean::ofRequest)).isEqualTo(1);
		});
	}

	@Test
	void requestIsThereIfThereIsOne(CapturedOutput output) {
		run((bean) -> {
			assertThat(permitted(2, () -> bean.request("a"))).as("by the parameter").isEqualTo(1);
			enter("192.0.2.1", "x");
			assertThat(permitted(2, () -> bean.request("a"))).as("by the request").isEqualTo(1);
			enter("192.0.2.1", "y");
			assertThat(permitted(2, () -> bean.request("a"))).isEqualTo(1);
		});
		assertThat(output).doesNotContain("failed and is skipped");
	}

	@Test
	void parameterOfThatNameGoesBeforeTheRequest() {
		run((bean) -> {
			enter("192.0.2.1", "x");
			assertThat(permitted(2, () -> bean.parameterNamedRequest("a"))).isEqualTo(1);
			assertThat(permitted(2, () -> bean.parameterNamedRequest("b"))).isEqualTo(1);
		});
	}

	@Test
	void expressionThatFailsIsPassedOverAndSaidOnce(CapturedOutput output) {
		run((bean) -> {
			enter("192.0.2.1", "x");
			assertThat(permitted(3, () -> bean.failing(null))).isEqualTo(1);
			enter("192.0.2.2", "x");
			assertThat(permitted(3, () -> bean.failing(null))).as("by the address").isEqualTo(1);
			RequestContextHolder.resetRequestAttributes();
			assertThatIllegalStateException().isThrownBy(() -> bean.failing(null));
		});
		assertThat(output).containsOnlyOnce("Key expression '#text.toUpperCase()' of policy 'keyed-failing' failed");
	}

	@Test
	void numberOfPermitsIsNeverACredit() {
		run((bean) -> {
			for (Object wrong : List.of(-1, 1.5, "5", true, Double.POSITIVE_INFINITY, Double.NaN)) {
				assertThatIllegalArgumentException().isThrownBy(() -> bean.permits(wrong))
					.withMessageStartingWith("permits '#number' of Keyed.permits must be");
			}
			assertThatIllegalArgumentException().isThrownBy(() -> bean.permits(null)).withMessageContaining("not null");
			assertThatIllegalArgumentException().isThrownBy(() -> bean.permitsOf(null))
				.withMessage("permits '#text.length()' of Keyed.permitsOf cannot be evaluated");
			assertThat(permitted(1, () -> bean.permits(1e18))).as("more than there will ever be").isEqualTo(0);
			assertThat(permitted(1, () -> bean.permits((short) 2))).isEqualTo(1);
			assertThat(permitted(1, () -> bean.permits(1.0))).isEqualTo(1);
			assertThat(permitted(1, () -> bean.permits(1L))).isEqualTo(0);
		});
	}

	private void run(Consumer<Keyed> test) {
		new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
			.withBean(RateLimitStore.class, () -> this.beans.store)
			.withBean(Keyed.class)
			.withBean("initials", Initials.class)
			.withBean("tenant", Supplier.class, () -> () -> "acme")
			.withBean("agent", Function.class, Agent::new)
			.withPropertyValues("ratelimit.store=memory")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				test.accept(context.getBean(Keyed.class));
			});
	}

	private static void enter(String address, String agent) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setRemoteAddr(address);
		request.addHeader("User-Agent", agent);
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, new MockHttpServletResponse()));
	}

	static class Initials {

		public String of(String text) {
			return text.substring(0, 1);
		}

	}

	static class Agent implements Function<MockHttpServletRequest, String> {

		@Override
		public String apply(MockHttpServletRequest request) {
			return request.getHeader("User-Agent");
		}

	}

	static class Keyed {

		@RateLimited(limits = "1/1m",
				key = "#root.args[0] + #root.method.name + #root.targetClass.simpleName + #root.target.name()")
		public void root(String text) {
		}

		public String name() {
			return "keyed";
		}

		@RateLimited(limits = "1/1m", key = "#p0 + #a1")
		public void positions(String one, String other) {
		}

		@RateLimited(limits = "1/1m", key = "@initials.of(#text)")
		public void method(String text) {
		}

		@RateLimited(limits = "1/1m", key = "@tenant")
		public void supplied() {
		}

		@RateLimited(limits = "1/1m", key = "@agent")
		public void ofRequest() {
		}

		@RateLimited(limits = "1/1m", key = { "#request.getHeader('User-Agent')", "#text" })
		public void request(String text) {
		}

		@RateLimited(limits = "1/1m", key = "#request")
		public void parameterNamedRequest(String request) {
		}

		@RateLimited(limits = "1/1m", key = "#text.toUpperCase()")
		public void failing(String text) {
		}

		@RateLimited(limits = "3/1m", key = "global", permits = "#number")
		public void permits(Object number) {
		}

		@RateLimited(limits = "3/1m", key = "global", permits = "#text.length()")
		public void permitsOf(String text) {
		}

	}

}
