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
import java.util.function.Supplier;

import dev.ratelimit.Phase;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.PassHistory;
import dev.ratelimit.pass.Verdict;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.server.PathContainer;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Applies the policies of one phase to each request, once, however often the request is
 * dispatched or the filter is in its way. CORS preflights are free: no handler of the
 * application ever sees one.
 *
 * @since 0.1.0
 */
public final class RateLimitFilter extends OncePerRequestFilter {

	private final String filteredAttribute;

	private final Supplier<RouteIndex> routes;

	private final RequestPaths paths;

	private final RequestAsks asks;

	private final Pass pass;

	private final LimitedResponse responses;

	/**
	 * Create a filter.
	 * @param phase the phase that it applies; there is one filter per phase
	 * @param routes the routes of that phase that are in force, asked for once per
	 * request
	 * @param paths reads the path of a request
	 * @param asks turns routes into what is asked
	 * @param pass asks it
	 * @param responses tells the client
	 */
	public RateLimitFilter(Phase phase, Supplier<RouteIndex> routes, RequestPaths paths, RequestAsks asks, Pass pass,
			LimitedResponse responses) {
		this.filteredAttribute = RateLimitFilter.class.getName() + "." + phase + ALREADY_FILTERED_SUFFIX;
		this.routes = routes;
		this.paths = paths;
		this.asks = asks;
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
		return request.getDispatcherType() != DispatcherType.REQUEST || CorsUtils.isPreFlightRequest(request);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		List<RouteMatch> matches = match(request);
		if (matches.isEmpty()) {
			chain.doFilter(request, response);
			return;
		}
		List<Ask> asks = this.asks.of(request, matches);
		Verdict verdict = this.pass.run(asks);
		PassHistory history = history(request);
		history.add(asks, verdict);
		if (verdict.isPermitted()) {
			chain.doFilter(request, this.responses.permit(history, request, response));
		}
		else {
			this.responses.refuse(history, request, response);
		}
	}

	private List<RouteMatch> match(HttpServletRequest request) {
		RouteIndex index = this.routes.get();
		if (index.isEmpty()) {
			return List.of();
		}
		PathContainer path = this.paths.path(request);
		PathContainer cleaned = this.paths.cleaned(request);
		boolean loose = cleaned != null && this.paths.areSlashesDropped(request);
		return index.match(request.getMethod(), path, cleaned, loose);
	}

	private static PassHistory history(HttpServletRequest request) {
		if (request.getAttribute(PassHistory.ATTRIBUTE) instanceof PassHistory history) {
			return history;
		}
		PassHistory history = new PassHistory();
		request.setAttribute(PassHistory.ATTRIBUTE, history);
		return history;
	}

}
