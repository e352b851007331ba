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

package dev.ratelimit.web;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;

/**
 * An application behind Spring Security: {@code /api/login} is open, {@code /api/**}
 * needs a user, and the rate limit filter is in the chain once more.
 */
@Configuration(proxyBeanMethods = false)
class SecuredApplication extends DemoApplication {

	@Bean
	SecurityFilterChain chain(HttpSecurity http, RateLimitFilter filter) throws Exception {
		return http
			.authorizeHttpRequests(
					(requests) -> requests.requestMatchers("/api/login").permitAll().anyRequest().authenticated())
			.addFilterBefore(filter, HeaderWriterFilter.class)
			.sessionManagement((session) -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.csrf((csrf) -> csrf.disable())
			.httpBasic(Customizer.withDefaults())
			.build();
	}

	@Bean
	InMemoryUserDetailsManager users() {
		return new InMemoryUserDetailsManager(User.withUsername("ann").password("right").build());
	}

	@Bean
	CountingEncoder encoder() {
		return new CountingEncoder();
	}

	/**
	 * Counts how often it is put to the expense of comparing a password.
	 */
	static final class CountingEncoder implements PasswordEncoder {

		final AtomicInteger matches = new AtomicInteger();

		@Override
		public String encode(CharSequence password) {
			return password.toString();
		}

		@Override
		public boolean matches(CharSequence password, String encoded) {
			this.matches.incrementAndGet();
			return encode(password).equals(encoded);
		}

	}

}
