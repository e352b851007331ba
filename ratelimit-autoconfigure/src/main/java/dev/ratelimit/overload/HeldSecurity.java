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

package dev.ratelimit.overload;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.util.ClassUtils;

/**
 * Who a held request is from. Spring Security decides on the {@code ASYNC} dispatch anew,
 * from what it finds in the session or the request. A filter that authenticates by itself
 * often leaves nothing in either, and does not run again, so that its user would be
 * nobody after the wait.
 */
abstract class HeldSecurity {

	private static final boolean SECURITY = ClassUtils.isPresent(
			"org.springframework.security.web.context.RequestAttributeSecurityContextRepository",
			HeldSecurity.class.getClassLoader());

	private static final HeldSecurity NONE = new HeldSecurity() {
		@Override
		void restore(Remainder remainder) throws ServletException, IOException {
			remainder.proceed();
		}
	};

	/**
	 * Remember who the request is from.
	 */
	static HeldSecurity of(HttpServletRequest request, HttpServletResponse response) {
		HeldSecurity security = SECURITY ? Remembered.current(request, response) : null;
		return (security != null) ? security : NONE;
	}

	/**
	 * Go on as whoever the request is from.
	 */
	abstract void restore(Remainder remainder) throws ServletException, IOException;

	/**
	 * What is left to be done with the request.
	 */
	@FunctionalInterface
	interface Remainder {

		void proceed() throws ServletException, IOException;

	}

	/**
	 * What needs Spring Security.
	 */
	private static final class Remembered extends HeldSecurity {

		private final SecurityContext context;

		private Remembered(SecurityContext context) {
			this.context = context;
		}

		static @Nullable HeldSecurity current(HttpServletRequest request, HttpServletResponse response) {
			SecurityContext context = SecurityContextHolder.getContext();
			if (context.getAuthentication() == null) {
				return null;
			}
			new RequestAttributeSecurityContextRepository().saveContext(context, request, response);
			return new Remembered(context);
		}

		/**
		 * Also where somebody has been found out, who may be another one: what a filter
		 * of the application decided stands behind what the session says.
		 */
		@Override
		void restore(Remainder remainder) throws ServletException, IOException {
			SecurityContext found = SecurityContextHolder.getContext();
			SecurityContextHolder.setContext(this.context);
			try {
				remainder.proceed();
			}
			finally {
				if (found.getAuthentication() != null) {
					SecurityContextHolder.setContext(found);
				}
				else {
					SecurityContextHolder.clearContext();
				}
			}
		}

	}

}
