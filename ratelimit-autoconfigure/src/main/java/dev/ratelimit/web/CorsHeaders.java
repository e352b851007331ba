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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.CorsUtils;

/**
 * Lets scripts of other origins see a refusal, and the rate limit headers of any answer.
 * A refusal never reaches the CORS handling of Spring Security and Spring MVC, which lies
 * behind the filter, so the application's own CORS rules are applied to it here. Without
 * them a browser would report a network error instead of a 429. Thread-safe.
 *
 * @since 0.1.0
 */
public final class CorsHeaders {

	private static final Log logger = LogFactory.getLog(CorsHeaders.class);

	private final CorsConfigurationSource source;

	/**
	 * Create the headers.
	 * @param source the application's CORS rules
	 */
	public CorsHeaders(CorsConfigurationSource source) {
		this.source = source;
	}

	/**
	 * Expose headers on a response whose CORS handling is still to come.
	 * @param names the headers to expose
	 * @return the response to go on with
	 */
	HttpServletResponse expose(List<String> names, HttpServletRequest request, HttpServletResponse response) {
		return (names.isEmpty() || !isCors(request)) ? response
				: new ExposingResponse(response, String.join(", ", names));
	}

	/**
	 * Expose headers on a response whose CORS handling is over.
	 * @param names the headers to expose
	 */
	void exposeLate(List<String> names, HttpServletRequest request, HttpServletResponse response) {
		if (names.isEmpty() || !isCors(request)) {
			return;
		}
		String exposed = String.join(", ", names);
		if (!response.getHeaders(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS)
			.stream()
			.anyMatch((field) -> field.contains(exposed))) {
			response.addHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
		}
	}

	/**
	 * Allow the origin of a refused request if the application would, and expose headers
	 * to it.
	 * @param names the headers to expose besides {@code Retry-After} and those that the
	 * application exposes
	 */
	void allow(List<String> names, HttpServletRequest request, HttpServletResponse response) {
		if (!isCors(request)) {
			return;
		}
		Set<String> exposed = new LinkedHashSet<>(names);
		exposed.add(HttpHeaders.RETRY_AFTER);
		// A CORS filter in front of this one has done its part.
		if (response.getHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN) == null) {
			CorsConfiguration configuration = configuration(request);
			if (configuration == null || !allowOrigin(configuration, request, response)) {
				return;
			}
			if (configuration.getExposedHeaders() != null) {
				exposed.addAll(configuration.getExposedHeaders());
			}
		}
		response.addHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, String.join(", ", exposed));
	}

	private static boolean allowOrigin(CorsConfiguration configuration, HttpServletRequest request,
			HttpServletResponse response) {
		response.addHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
		String origin = configuration.checkOrigin(request.getHeader(HttpHeaders.ORIGIN));
		if (origin == null) {
			return false;
		}
		response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
		if (Boolean.TRUE.equals(configuration.getAllowCredentials())) {
			response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
		}
		return true;
	}

	private @Nullable CorsConfiguration configuration(HttpServletRequest request) {
		try {
			return this.source.getCorsConfiguration(request);
		}
		catch (RuntimeException ex) {
			// Not a reason to turn a 429 into a 500.
			logger.debug("CORS rules of a refused request are unknown", ex);
			return null;
		}
	}

	private static boolean isCors(HttpServletRequest request) {
		try {
			return CorsUtils.isCorsRequest(request);
		}
		catch (IllegalArgumentException ex) {
			// The origin is malformed; CORS handling refuses such requests.
			return false;
		}
	}

}
