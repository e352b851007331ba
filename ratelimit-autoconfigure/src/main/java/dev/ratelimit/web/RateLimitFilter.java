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
import java.util.List;

import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.PassHistory;
import dev.ratelimit.pass.Verdict;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Applies the policies of one phase to each request, once, however often the request is
 * dispatched or the filter is in its way.
 *
 * @since 0.1.0
 */
public final class RateLimitFilter extends OncePerRequestFilter {

	private final String filteredAttribute;

	private final RequestPass pass;

	private final LimitedResponse responses;

	/**
	 * Create a filter.
	 * @param pass asks the policies of one phase; there is one filter per phase
	 * @param responses tells the client
	 */
	public RateLimitFilter(RequestPass pass, LimitedResponse responses) {
		this.filteredAttribute = RateLimitFilter.class.getName() + "." + pass.entrance() + ALREADY_FILTERED_SUFFIX;
		this.pass = pass;
		this.responses = responses;
	}

	/**
	 * By phase rather than by the name of the filter, so that a second filter of the same
	 * phase does not charge a second time.
	 */
	@Override
	protected String getAlreadyFilteredAttributeName() {
		return this.filteredAttribute;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getDispatcherType() != DispatcherType.REQUEST;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		List<Ask> asks = this.pass.asks(request);
		if (asks.isEmpty()) {
			chain.doFilter(request, response);
			return;
		}
		Verdict verdict = this.pass.run(request, asks);
		PassHistory history = RequestPass.history(request);
		if (verdict.isPermitted()) {
			chain.doFilter(request, this.responses.permit(history, request, response));
		}
		else {
			this.responses.refuse(history, request, response);
		}
	}

}
