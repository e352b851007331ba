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

/**
 * Names of the headers that are ours.
 */
final class HeaderNames {

	static final String X_LIMIT = "X-RateLimit-Limit";

	static final String X_REMAINING = "X-RateLimit-Remaining";

	static final String X_RESET = "X-RateLimit-Reset";

	static final String X_RETRY_AFTER = "X-RateLimit-Retry-After";

	static final String X_DELAY = "X-RateLimit-Delay";

	static final String POLICY = "RateLimit-Policy";

	static final String RATE_LIMIT = "RateLimit";

	private HeaderNames() {
	}

}
