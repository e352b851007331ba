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

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reading;
import dev.ratelimit.pass.HeaderNumbers;
import dev.ratelimit.pass.PolicyText;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Writes the headers that tell a client where it stands. Headers of an earlier pass are
 * overwritten. Thread-safe.
 */
final class RateLimitHeaders {

	private final Set<HeaderFamily> families;

	private final Map<String, PolicyText> texts = new ConcurrentHashMap<>();

	private final List<String> namesWhenPermitted;

	private final List<String> namesWhenRefused;

	RateLimitHeaders(Set<HeaderFamily> families) {
		this.families = families.isEmpty() ? EnumSet.noneOf(HeaderFamily.class) : EnumSet.copyOf(families);
		this.namesWhenPermitted = names(this.families, false);
		this.namesWhenRefused = names(this.families, true);
	}

	private static List<String> names(Set<HeaderFamily> families, boolean refused) {
		return families.stream().flatMap((family) -> family.names(refused).stream()).toList();
	}

	/**
	 * Names of the headers that may be on a response, besides {@code Retry-After}.
	 */
	List<String> names(boolean refused) {
		return refused ? this.namesWhenRefused : this.namesWhenPermitted;
	}

	/**
	 * Write the headers.
	 * @param numbers of the tightest limit
	 * @param policies all that apply
	 * @param delay how long the request waits, zero if not
	 * @param response where to write them
	 */
	void write(HeaderNumbers numbers, List<RateLimitPolicy> policies, Duration delay, HttpServletResponse response) {
		Long retryAfter = numbers.retryAfter();
		if (retryAfter != null) {
			response.setHeader(HttpHeaders.RETRY_AFTER, retryAfter.toString());
		}
		if (this.families.contains(HeaderFamily.X_RATELIMIT)) {
			response.setHeader(HeaderNames.X_LIMIT, Long.toString(numbers.limit()));
			set(response, HeaderNames.X_REMAINING, numbers.remaining());
			set(response, HeaderNames.X_RESET, numbers.reset());
			set(response, HeaderNames.X_RETRY_AFTER, retryAfter);
			if (!delay.isZero()) {
				response.setHeader(HeaderNames.X_DELAY, seconds(delay));
			}
		}
		if (this.families.contains(HeaderFamily.IETF)) {
			response.setHeader(HeaderNames.POLICY, policies(policies));
			set(response, HeaderNames.RATE_LIMIT, rateLimit(numbers));
		}
	}

	private static void set(HttpServletResponse response, String name, @Nullable Object value) {
		if (value != null) {
			response.setHeader(name, value.toString());
		}
	}

	/**
	 * Whole seconds would make all short waits one second long.
	 */
	private static String seconds(Duration delay) {
		return BigDecimal.valueOf(delay.toNanos(), 9).setScale(3, RoundingMode.CEILING).toPlainString();
	}

	private String policies(List<RateLimitPolicy> policies) {
		if (policies.size() == 1) {
			return text(policies.get(0)).field();
		}
		StringBuilder field = new StringBuilder();
		for (RateLimitPolicy policy : policies) {
			field.append(field.isEmpty() ? "" : ", ").append(text(policy).field());
		}
		return field.toString();
	}

	private @Nullable String rateLimit(HeaderNumbers numbers) {
		Reading reading = numbers.decision().reading();
		if (reading == null) {
			return null;
		}
		PolicyText text = text(numbers.policy());
		return '"' + text.name(reading.limit()) + "\";r=" + numbers.remaining() + ";t=" + numbers.reset();
	}

	/**
	 * Policies are exchanged as a whole when they change, so that identity tells.
	 */
	@SuppressWarnings("ReferenceEquality")
	private PolicyText text(RateLimitPolicy policy) {
		PolicyText text = this.texts.get(policy.name());
		if (text == null || text.policy() != policy) {
			text = PolicyText.of(policy);
			this.texts.put(policy.name(), text);
		}
		return text;
	}

}
