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
import java.util.Set;

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
	 * @return the response to go on with
	 */
	HttpServletResponse permit(PassHistory history, HttpServletRequest request, HttpServletResponse response) {
		Answer tightest = history.tightest();
		if (tightest == null) {
			return response;
		}
		this.headers.write(HeaderNumbers.of(tightest, this.jitter), history, response);
		return this.cors.expose(this.headers.names(false), request, response);
	}

	/**
	 * Answer a refused request, and commit the answer so that nobody behind or in front
	 * changes it. It is written here rather than by {@code sendError}, whose error page
	 * would be another dispatch through security and the application.
	 */
	void refuse(PassHistory history, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Answer tightest = history.tightest();
		if (tightest == null) {
			throw new IllegalStateException("nothing refused the request");
		}
		HeaderNumbers numbers = HeaderNumbers.of(tightest, this.jitter);
		Problem problem = Problem.of(tightest.decision(), tightest.ask().limiter().policy());
		response.setStatus(problem.status());
		this.headers.write(numbers, history, response);
		this.cors.allow(this.headers.names(true), request, response);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		byte[] body = ProblemJson.write(problem, history.refusedBy(), numbers.retryAfter());
		response.setContentType("application/problem+json");
		response.setContentLength(body.length);
		if (!HttpMethod.HEAD.matches(request.getMethod())) {
			response.getOutputStream().write(body);
		}
		response.flushBuffer();
	}

}
