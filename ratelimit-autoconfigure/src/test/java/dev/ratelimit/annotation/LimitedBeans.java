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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.ratelimit.RateLimitStore;
import dev.ratelimit.RateLimitedException;
import dev.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import dev.ratelimit.autoconfigure.RateLimitConfigurationException;
import dev.ratelimit.memory.MemoryStore;
import dev.ratelimit.testing.ManualClock;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with beans whose methods are limited, a store in memory and a clock that
 * stands still.
 */
final class LimitedBeans {

	final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));

	final MemoryStore store = new MemoryStore(1000, this.clock);

	/**
	 * An application with the policies {@code two} (2 a minute, for everybody), and
	 * {@code three} (3 a minute, for everybody).
	 */
	ApplicationContextRunner runner() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
			.withBean(RateLimitStore.class, () -> this.store)
			.withPropertyValues("ratelimit.store=memory", "ratelimit.policies.two.limits=2/1m",
					"ratelimit.policies.two.algorithm=sliding-window-log", "ratelimit.policies.two.key=global",
					"ratelimit.policies.three.limits=3/1m", "ratelimit.policies.three.algorithm=sliding-window-log",
					"ratelimit.policies.three.key=global");
	}

	/**
	 * Run an application with one bean.
	 */
	<T> void with(Class<T> type, Consumer<T> test) {
		runner().withBean(type).run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(context.getBean(type));
		});
	}

	/**
	 * What an application with some beans says is wrong, when it starts.
	 */
	List<String> problems(Class<?>... types) {
		ApplicationContextRunner runner = runner();
		for (Class<?> type : types) {
			runner = runner.withBean(type);
		}
		return problems(runner);
	}

	static List<String> problems(ApplicationContextRunner runner) {
		List<String> problems = new ArrayList<>();
		runner.run((context) -> {
			assertThat(context).hasFailed();
			Throwable cause = NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
			assertThat(cause).isInstanceOf(RateLimitConfigurationException.class);
			((RateLimitConfigurationException) cause).problems().forEach((problem) -> problems.add(problem.toString()));
		});
		return problems;
	}

	/**
	 * How many of several calls are permitted.
	 */
	static int permitted(int calls, Runnable call) {
		int permitted = 0;
		for (int i = 0; i < calls; i++) {
			try {
				call.run();
				permitted++;
			}
			catch (RateLimitedException ex) {
				assertThat(ex.decision().isPermitted()).isFalse();
			}
		}
		return permitted;
	}

}
