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

import java.util.concurrent.atomic.AtomicInteger;

import dev.ratelimit.RateLimitedException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import static dev.ratelimit.annotation.LimitedBeans.permitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Where limits stand among what else stands in front of a method.
 */
class AdviceOrderTests {

	private final LimitedBeans beans = new LimitedBeans();

	private final ApplicationContextRunner runner = this.beans.runner()
		.withUserConfiguration(Application.class)
		.withBean(Service.class);

	@Test
	void d4RefusedCallOpensNoTransaction() {
		this.runner.run((context) -> {
			Service bean = context.getBean(Service.class);
			CountingTransactions transactions = context.getBean(CountingTransactions.class);
			assertThat(permitted(5, bean::transactional)).isEqualTo(2);
			assertThat(transactions.begun.get()).isEqualTo(2);
		});
	}

	@Test
	void d4CachedAnswersCountAndARefusedCallSeesNone() {
		this.runner.run((context) -> {
			Service bean = context.getBean(Service.class);
			assertThat(permitted(5, () -> bean.cached("a"))).isEqualTo(2);
			assertThat(bean.calls()).isEqualTo(1);
		});
	}

	@Test
	void orderPutsLimitsBehindOthers() {
		try {
			SecurityContextHolder.getContext()
				.setAuthentication(new TestingAuthenticationToken("eve", "", "ROLE_GUEST"));
			this.runner.run((context) -> {
				Service bean = context.getBean(Service.class);
				assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(bean::secured);
				assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(bean::secured);
				assertThatExceptionOfType(RateLimitedException.class).isThrownBy(bean::secured);
			});
			this.runner.withPropertyValues("ratelimit.annotation.order=1000").run((context) -> {
				Service bean = context.getBean(Service.class);
				for (int i = 0; i < 5; i++) {
					assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(bean::secured);
				}
			});
		}
		finally {
			SecurityContextHolder.clearContext();
		}
	}

	@Test
	void beanHasOneProxyForEverything() {
		this.runner.run((context) -> assertThat(context.getBean(Service.class).getClass().getSuperclass())
			.isEqualTo(Service.class));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	@EnableCaching(proxyTargetClass = true)
	@EnableMethodSecurity(proxyTargetClass = true)
	static class Application {

		@Bean
		CountingTransactions transactionManager() {
			return new CountingTransactions();
		}

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Service {

		private final AtomicInteger calls = new AtomicInteger();

		int calls() {
			return this.calls.get();
		}

		@Transactional
		@RateLimited("two")
		public void transactional() {
		}

		@Cacheable("answers")
		@RateLimited(value = "two", key = "#text")
		public String cached(String text) {
			return text + this.calls.incrementAndGet();
		}

		@PreAuthorize("hasRole('ADMIN')")
		@RateLimited("two")
		public void secured() {
		}

	}

	/**
	 * Transactions of nothing.
	 */
	static class CountingTransactions extends AbstractPlatformTransactionManager {

		final AtomicInteger begun = new AtomicInteger();

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.begun.incrementAndGet();
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
