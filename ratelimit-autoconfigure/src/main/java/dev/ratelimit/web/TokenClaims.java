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

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.util.ClassUtils;

/**
 * Reads claims of the token that a caller has authenticated with: a JWT, an opaque token
 * or an OpenID Connect login.
 */
final class TokenClaims {

	private static final boolean OAUTH2 = ClassUtils.isPresent("org.springframework.security.oauth2.core.ClaimAccessor",
			TokenClaims.class.getClassLoader());

	private TokenClaims() {
	}

	/**
	 * A claim as text.
	 * @param user the authenticated user
	 * @param name name of the claim
	 * @return its value, absent if there is no token or it has no such claim
	 */
	static @Nullable String claim(@Nullable Principal user, String name) {
		return (OAUTH2 && user != null) ? Tokens.claim(user, name) : null;
	}

	/**
	 * What needs Spring Security's OAuth 2.0 support.
	 */
	private static final class Tokens {

		static @Nullable String claim(Principal user, String name) {
			Object principal = (user instanceof Authentication authentication) ? authentication.getPrincipal() : user;
			Object value = null;
			if (principal instanceof ClaimAccessor claims) {
				value = claims.getClaims().get(name);
			}
			else if (principal instanceof OAuth2AuthenticatedPrincipal token) {
				value = token.getAttributes().get(name);
			}
			return (value != null) ? value.toString() : null;
		}

	}

}
