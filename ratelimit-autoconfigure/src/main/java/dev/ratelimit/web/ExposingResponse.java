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

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Exposes headers to scripts of other origins in addition to those that the CORS handling
 * behind exposes, which would replace what is already there.
 */
final class ExposingResponse extends HttpServletResponseWrapper {

	private final String exposed;

	ExposingResponse(HttpServletResponse response, String exposed) {
		super(response);
		this.exposed = exposed;
		response.addHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
	}

	@Override
	public void setHeader(String name, @Nullable String value) {
		boolean exposes = value != null && HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS.equalsIgnoreCase(name);
		super.setHeader(name, exposes ? value + ", " + this.exposed : value);
	}

}
