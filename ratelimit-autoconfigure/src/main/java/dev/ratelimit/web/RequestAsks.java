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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyContext;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.pass.Ask;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Turns the routes that a request matches into what is asked of their policies.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class RequestAsks {

	private final KeyResolver keys;

	private final ClientAddressResolver addresses;

	private final RequestExpressions expressions;

	/**
	 * Create the translation.
	 * @param keys makes the text of a key
	 * @param addresses tells the client's address from those of proxies
	 * @param expressions evaluates beans and SpEL in keys
	 */
	public RequestAsks(KeyResolver keys, ClientAddressResolver addresses, RequestExpressions expressions) {
		this.keys = keys;
		this.addresses = addresses;
		this.expressions = expressions;
	}

	/**
	 * What a request offers to make keys of.
	 * @param variables values of path variables by name
	 */
	KeyContext context(HttpServletRequest request, Function<String, @Nullable String> variables) {
		return new ServletKeyContext(request, variables, this.addresses, this.expressions);
	}

	List<Ask> of(HttpServletRequest request, List<RouteMatch> matches) {
		List<Ask> asks = new ArrayList<>(matches.size() + 2);
		for (RouteMatch match : matches) {
			KeyContext context = context(request, match::variable);
			for (CompiledPolicy policy : match.route().policies()) {
				String key = this.keys.resolve(policy.key(), policy.name(), context);
				asks.add(new Ask(policy.limiter(), key, 1, policy.isShared(key), match.route().id()));
			}
		}
		return asks;
	}

}
