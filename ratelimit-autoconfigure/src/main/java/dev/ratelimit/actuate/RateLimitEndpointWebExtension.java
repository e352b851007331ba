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

package dev.ratelimit.actuate;

import dev.ratelimit.RateLimitStoreException;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Tells in HTTP's words what became of an operation.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = RateLimitEndpoint.class)
public final class RateLimitEndpointWebExtension {

	private final RateLimitEndpoint endpoint;

	/**
	 * Create the extension.
	 * @param endpoint what it extends
	 */
	public RateLimitEndpointWebExtension(RateLimitEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Make a key fresh.
	 * @param policy name of the policy
	 * @param key the key
	 * @return 204, or 404 if there is no such policy, or 503 if the store gives no
	 * answer: whether the key is fresh is then unknown
	 */
	@DeleteOperation
	public WebEndpointResponse<Void> reset(@Selector String policy, String key) {
		try {
			return new WebEndpointResponse<>(this.endpoint.reset(policy, key) ? WebEndpointResponse.STATUS_NO_CONTENT
					: WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (RateLimitStoreException ex) {
			return new WebEndpointResponse<>(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

}
