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

import java.security.Principal;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import dev.ratelimit.key.ClientAddressResolver;
import dev.ratelimit.key.KeyContext;
import dev.ratelimit.key.KeyPart;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads the attributes of a servlet request that keys are made of. Reads nothing of its
 * body. Belongs to one request.
 */
final class ServletKeyContext implements KeyContext {

	private final HttpServletRequest request;

	private final Function<String, @Nullable String> variables;

	private final ClientAddressResolver addresses;

	private final RequestExpressions expressions;

	ServletKeyContext(HttpServletRequest request, Function<String, @Nullable String> variables,
			ClientAddressResolver addresses, RequestExpressions expressions) {
		this.request = request;
		this.variables = variables;
		this.addresses = addresses;
		this.expressions = expressions;
	}

	@Override
	public @Nullable String value(KeyPart part) {
		return switch (part.kind()) {
			case IP -> address();
			case USER -> user();
			case HEADER -> this.request.getHeader(part.argument());
			case COOKIE -> cookie(part.argument());
			case PATH -> this.variables.apply(part.argument());
			case HOST -> this.request.getServerName().toLowerCase(Locale.ROOT);
			case BEAN, SPEL -> this.expressions.evaluate(part.argument(), this.request);
			case CLAIM -> TokenClaims.claim(this.request.getUserPrincipal(), part.argument());
			case GLOBAL -> throw new IllegalArgumentException("a request has no say in a global key");
		};
	}

	/**
	 * From the request as the container received it: Spring's
	 * {@code ForwardedHeaderFilter} wraps it, believes whatever the headers say, and
	 * hides them.
	 */
	private String address() {
		HttpServletRequest received = this.request;
		while (received instanceof HttpServletRequestWrapper wrapper
				&& wrapper.getRequest() instanceof HttpServletRequest wrapped) {
			received = wrapped;
		}
		List<String> forwarded = Collections.list(received.getHeaders(this.addresses.header()));
		return this.addresses.resolve(received.getRemoteAddr(), forwarded);
	}

	private @Nullable String user() {
		Principal principal = this.request.getUserPrincipal();
		return (principal != null) ? principal.getName() : null;
	}

	private @Nullable String cookie(String name) {
		Cookie[] cookies = this.request.getCookies();
		if (cookies != null) {
			for (Cookie cookie : cookies) {
				if (cookie.getName().equals(name)) {
					return cookie.getValue();
				}
			}
		}
		return null;
	}

}
