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

package dev.ratelimit.redis;

import dev.ratelimit.RateLimitStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Redis refuses something that the limiter needs, and goes on doing so until an operator
 * changes it.
 *
 * @since 0.1.0
 */
public final class SelfTestException extends RateLimitStoreException {

	private static final long serialVersionUID = 1L;

	private final String remedy;

	SelfTestException(String message, String remedy, @Nullable Throwable cause) {
		super(Kind.PERMANENT, message, cause);
		this.remedy = remedy;
	}

	/**
	 * What to change.
	 * @return a sentence for the operator, without its full stop
	 */
	public String remedy() {
		return this.remedy;
	}

}
