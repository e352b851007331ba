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

import java.net.URI;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reason;

/**
 * What kind of refusal a client is told of. The types are identifiers, not addresses.
 */
enum Problem {

	/** A limit is used up; waiting helps. */
	LIMIT_EXCEEDED(429, "limit-exceeded", "Too many requests", "A rate limit is used up."),

	/** The request asks for more than its limit can ever grant. */
	REQUEST_TOO_LARGE(429, "exceeds-limit", "Request exceeds its rate limit",
			"The request needs more than its rate limit can ever grant. Waiting does not help."),

	/** A limit of zero permits: closed on purpose. */
	CLOSED(429, "closed", "No requests allowed", "No requests are allowed here at present. Waiting does not help."),

	/** No limit is used up, yet too many wait or a limit is near; waiting helps. */
	OVERLOADED(429, "overloaded", "Too many requests", "Too many requests are waiting already."),

	/** Nobody knows whether a limit is used up, and its policy is to refuse then. */
	UNAVAILABLE(503, "unavailable", "Rate limit unavailable", "The rate limit cannot be checked right now.");

	private static final String BASE = "https://ratelimit.dev/problems/";

	private final int status;

	private final URI type;

	private final String title;

	private final String detail;

	Problem(int status, String type, String title, String detail) {
		this.status = status;
		this.type = URI.create(BASE + type);
		this.title = title;
		this.detail = detail;
	}

	static Problem of(Decision decision, RateLimitPolicy policy) {
		if (decision.outcome() == Outcome.FAILED_CLOSED) {
			return UNAVAILABLE;
		}
		if (decision.reason() == Reason.EXCEEDS_LIMIT) {
			return REQUEST_TOO_LARGE;
		}
		if (decision.reason() == Reason.SHED) {
			return OVERLOADED;
		}
		return (policy.capacity() == 0) ? CLOSED : LIMIT_EXCEEDED;
	}

	int status() {
		return this.status;
	}

	URI type() {
		return this.type;
	}

	String title() {
		return this.title;
	}

	String detail() {
		return this.detail;
	}

}
