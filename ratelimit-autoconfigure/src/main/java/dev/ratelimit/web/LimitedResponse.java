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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitedException;
import dev.ratelimit.pass.Answer;
import dev.ratelimit.pass.HeaderNumbers;
import dev.ratelimit.pass.Jitter;
import dev.ratelimit.pass.PassHistory;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Tells the client what its limits came to: headers on every limited response, and the
 * whole response when the request is refused. Thread-safe.
 *
 * @since 0.1.0
 */
public final class LimitedResponse {

	private final RateLimitHeaders headers;

	private final Jitter jitter;

	private final CorsHeaders cors;

	/**
	 * Create a writer.
	 * @param families the families of headers to send; {@code Retry-After} is sent in any
	 * case
	 * @param jitter spreads the moments at which refused clients return
	 * @param cors lets scripts of other origins see refusals and headers
	 */
	public LimitedResponse(Set<HeaderFamily> families, Jitter jitter, CorsHeaders cors) {
		this.headers = new RateLimitHeaders(families);
		this.jitter = jitter;
		this.cors = cors;
	}

	/**
	 * Set the headers of a request that goes on, before anything is written.
	 * @param history what its passes came to
	 * @param request the request
	 * @param response its response
	 * @return the response to go on with
	 */
	public HttpServletResponse permit(PassHistory history, HttpServletRequest request, HttpServletResponse response) {
		Answer tightest = history.tightest();
		if (tightest == null) {
			return response;
		}
		this.headers.write(HeaderNumbers.of(tightest, this.jitter), history.policies(), history.delay(), response);
		return this.cors.expose(this.headers.names(false), request, response);
	}

	/**
	 * Set the headers anew after the call of a method was limited too, unless the
	 * response is on its way already.
	 * @param history what the passes of the request have come to
	 * @param request the request
	 * @param response its response
	 */
	void update(PassHistory history, HttpServletRequest request, HttpServletResponse response) {
		Answer tightest = history.tightest();
		if (tightest == null || response.isCommitted()) {
			return;
		}
		this.headers.write(HeaderNumbers.of(tightest, this.jitter), history.policies(), history.delay(), response);
		this.cors.exposeLate(this.headers.names(false), request, response);
	}

	/**
	 * Answer a refused request, and commit the answer so that nobody behind or in front
	 * changes it. It is written here rather than by {@code sendError}, whose error page
	 * would be another dispatch through security and the application.
	 * @param history what its passes came to
	 * @param request the request
	 * @param response its response, not committed
	 * @throws IOException if the client is gone
	 */
	public void refuse(PassHistory history, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Answer tightest = history.tightest();
		if (tightest == null) {
			throw new IllegalStateException("nothing refused the request");
		}
		refuse(HeaderNumbers.of(tightest, this.jitter), history.policies(), history.refusedBy(), request, response);
	}

	/**
	 * Answer a request that was refused elsewhere, where its history was not at hand.
	 */
	void refuse(RateLimitedException refusal, PassHistory history, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		RateLimitPolicy policy = refusal.policy();
		Set<RateLimitPolicy> policies = new LinkedHashSet<>(history.policies());
		policies.add(policy);
		refuse(HeaderNumbers.of(policy, refusal.decision(), policy.name(), this.jitter), List.copyOf(policies),
				Set.of(policy.name()), request, response);
	}

	private void refuse(HeaderNumbers numbers, List<RateLimitPolicy> policies, Set<String> refusedBy,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		Problem problem = Problem.of(numbers.decision(), numbers.policy());
		response.setStatus(problem.status());
		this.headers.write(numbers, policies, Duration.ZERO, response);
		this.cors.allow(this.headers.names(true), request, response);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		byte[] body = ProblemJson.write(problem, refusedBy, numbers.retryAfter());
		response.setContentType("application/problem+json");
		response.setContentLength(body.length);
		if (!HttpMethod.HEAD.matches(request.getMethod())) {
			write(body, response);
		}
		response.flushBuffer();
	}

	private static void write(byte[] body, HttpServletResponse response) throws IOException {
		try {
			response.getOutputStream().write(body);
		}
		catch (IllegalStateException ex) {
			// A handler that was refused half way has opened the writer. All is ASCII.
			response.getWriter().write(new String(body, StandardCharsets.US_ASCII));
		}
	}

}
