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

/**
 * Sets of response headers that tell a client where it stands.
 *
 * @since 0.1.0
 */
public enum HeaderFamily {

	/**
	 * The custom of many public interfaces: {@code X-RateLimit-Limit},
	 * {@code X-RateLimit-Remaining}, {@code X-RateLimit-Reset} (seconds from now), on a
	 * refusal {@code X-RateLimit-Retry-After}, and on a request that had to wait
	 * {@code X-RateLimit-Delay} (seconds with three decimals).
	 */
	X_RATELIMIT,

	/**
	 * The IETF draft "RateLimit header fields for HTTP": {@code RateLimit-Policy} and
	 * {@code RateLimit}.
	 */
	IETF;

	/**
	 * Names of the headers that a response may have.
	 */
	List<String> names(boolean refused) {
		return switch (this) {
			case X_RATELIMIT -> refused
					? List.of(HeaderNames.X_LIMIT, HeaderNames.X_REMAINING, HeaderNames.X_RESET,
							HeaderNames.X_RETRY_AFTER)
					: List.of(HeaderNames.X_LIMIT, HeaderNames.X_REMAINING, HeaderNames.X_RESET, HeaderNames.X_DELAY);
			case IETF -> List.of(HeaderNames.POLICY, HeaderNames.RATE_LIMIT);
		};
	}

}
