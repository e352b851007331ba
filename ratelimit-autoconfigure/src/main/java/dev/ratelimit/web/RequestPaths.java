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

import java.util.Objects;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriUtils;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Reads the path of a request as whoever will serve it reads it, so that no spelling
 * reaches a handler past its limit.
 * <p>
 * Spring MVC parses the raw request URI: segments are decoded one by one, path parameters
 * do not count, and what is left must match exactly. Other servlets are chosen by the
 * container, which decodes the whole path and resolves dots and double slashes first.
 * <p>
 * The path is not left in the request's attributes, where Spring would find it: a filter
 * behind this one may still change it. Thread-safe.
 *
 * @since 0.1.0
 */
public final class RequestPaths {

	private static final String SLASH_FILTER = "org.springframework.web.filter.UrlHandlerFilter";

	private static final Pattern REPEATED_SLASHES = Pattern.compile("//+");

	private final String mvcServletPath;

	private volatile @Nullable Boolean slashesDropped;

	/**
	 * Create a reader of paths.
	 * @param mvcServletPath where Spring MVC is mapped ({@code spring.mvc.servlet.path}),
	 * relative to the context path; {@code /} or empty if it serves everything
	 */
	public RequestPaths(String mvcServletPath) {
		this.mvcServletPath = StringUtils.trimTrailingCharacter(mvcServletPath, '/');
	}

	/**
	 * The path that route patterns are matched against.
	 */
	PathContainer path(HttpServletRequest request) {
		HttpServletMapping mapping = request.getHttpServletMapping();
		MappingMatch match = mapping.getMappingMatch();
		if (match == MappingMatch.PATH && request.getServletPath().equals(this.mvcServletPath)) {
			return parsed(request, UriUtils.encodePath(this.mvcServletPath, UTF_8));
		}
		boolean elsewhere = match == MappingMatch.PATH || match == MappingMatch.EXACT
				|| match == MappingMatch.EXTENSION;
		return elsewhere ? mapped(request, request.getServletPath()) : parsed(request, "");
	}

	private static PathContainer parsed(HttpServletRequest request, String servletPath) {
		try {
			return RequestPath.parse(request.getRequestURI(), request.getContextPath() + servletPath)
				.pathWithinApplication();
		}
		catch (IllegalStateException | IllegalArgumentException ex) {
			// MVC will fail on such a URI as well; until then it counts as what it means.
			return mapped(request, servletPath.isEmpty() ? request.getServletPath() : "");
		}
	}

	private static PathContainer mapped(HttpServletRequest request, String servletPath) {
		String info = request.getPathInfo();
		String decoded = (info != null) ? servletPath + info : servletPath;
		return decoded(decoded);
	}

	private static PathContainer decoded(String path) {
		return PathContainer.parsePath(path.replace("%", "%25").replace(";", "%3B"));
	}

	/**
	 * The path as the container understands it: decoded, without dots, repeated slashes
	 * and a slash at its end. Spring MVC's controllers do not answer to such spellings,
	 * but static resources, other matching strategies, and filters behind this one do.
	 * @return nothing for a path that cannot have another spelling
	 */
	@Nullable PathContainer cleaned(HttpServletRequest request) {
		String uri = request.getRequestURI();
		boolean plain = uri.indexOf('%') < 0 && uri.indexOf(';') < 0 && !uri.contains("//") && !uri.contains("/.")
				&& !uri.endsWith("/");
		if (plain) {
			return null;
		}
		String servletPath = request.getServletPath();
		boolean mvc = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH
				&& servletPath.equals(this.mvcServletPath);
		String info = Objects.requireNonNullElse(request.getPathInfo(), "");
		String path = REPEATED_SLASHES.matcher(mvc ? info : servletPath + info).replaceAll("/");
		return decoded((path.length() > 1) ? StringUtils.trimTrailingCharacter(path, '/') : path);
	}

	/**
	 * Whether a filter behind this one drops the slash at the end of a path, so that
	 * controllers answer to it all the same.
	 */
	boolean areSlashesDropped(HttpServletRequest request) {
		Boolean dropped = this.slashesDropped;
		if (dropped == null) {
			dropped = request.getServletContext()
				.getFilterRegistrations()
				.values()
				.stream()
				.anyMatch((filter) -> SLASH_FILTER.equals(filter.getClassName()));
			this.slashesDropped = dropped;
		}
		return dropped;
	}

}
