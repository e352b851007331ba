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

import java.util.List;
import java.util.function.Supplier;

import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Entrance;
import dev.ratelimit.pass.Pass;
import dev.ratelimit.pass.PassHistory;
import dev.ratelimit.pass.Verdict;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.server.PathContainer;
import org.springframework.web.cors.CorsUtils;

/**
 * Takes a request through the policies of one filter: finds its routes, makes keys, asks,
 * and remembers in the request what came of it. Thread-safe.
 *
 * @since 0.1.0
 */
public final class RequestPass {

	private final Entrance entrance;

	private final Supplier<RouteIndex> routes;

	private final RequestPaths paths;

	private final RequestAsks asks;

	private final Pass pass;

	/**
	 * Create a pass for a filter.
	 * @param entrance where the filter is
	 * @param routes its routes that are in force, asked for once per request
	 * @param paths reads the path of a request
	 * @param asks turns routes into what is asked
	 * @param pass asks it
	 */
	public RequestPass(Entrance entrance, Supplier<RouteIndex> routes, RequestPaths paths, RequestAsks asks,
			Pass pass) {
		this.entrance = entrance;
		this.routes = routes;
		this.paths = paths;
		this.asks = asks;
		this.pass = pass;
	}

	Entrance entrance() {
		return this.entrance;
	}

	/**
	 * What the routes of a request ask. CORS preflights are free: no handler of the
	 * application ever sees one.
	 * @param request the request
	 * @return what to ask, empty if no route matches
	 */
	public List<Ask> asks(HttpServletRequest request) {
		RouteIndex index = this.routes.get();
		if (index.isEmpty() || CorsUtils.isPreFlightRequest(request)) {
			return List.of();
		}
		PathContainer path = this.paths.path(request);
		PathContainer cleaned = this.paths.cleaned(request);
		boolean loose = cleaned != null && this.paths.areSlashesDropped(request);
		List<RouteMatch> matches = index.match(request.getMethod(), path, cleaned, loose);
		return matches.isEmpty() ? List.of() : this.asks.of(request, matches);
	}

	/**
	 * Ask.
	 * @param request the request
	 * @param asks what to ask
	 * @return the verdict, which is in the request's history as well
	 */
	public Verdict run(HttpServletRequest request, List<Ask> asks) {
		Verdict verdict = this.pass.run(this.entrance, asks);
		history(request).add(asks, verdict);
		return verdict;
	}

	/**
	 * What the passes of a request have come to so far.
	 * @param request the request
	 * @return its history, begun if there was none
	 */
	public static PassHistory history(HttpServletRequest request) {
		if (request.getAttribute(PassHistory.ATTRIBUTE) instanceof PassHistory history) {
			return history;
		}
		PassHistory history = new PassHistory();
		request.setAttribute(PassHistory.ATTRIBUTE, history);
		return history;
	}

}
