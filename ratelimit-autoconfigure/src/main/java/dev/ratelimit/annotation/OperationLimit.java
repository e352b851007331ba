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

package dev.ratelimit.annotation;

import java.util.Map;

import dev.ratelimit.RateLimiter;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import org.jspecify.annotations.Nullable;

/**
 * A limit of an operation, ready to be asked.
 *
 * @param limiter decides
 * @param key tells callers apart
 * @param missingKey what to do if the key needs a request and there is none
 * @param missingKeyOption where that is set, for messages
 * @param expressions the expressions of the key, by their text
 * @param permits how many permits a call takes
 * @param variables names that the expressions know the parameters by
 * @param fallback what to call if this limit refuses, absent if there is nothing
 */
record OperationLimit(RateLimiter limiter, KeySpec key, MissingKey missingKey, String missingKeyOption,
		Map<String, CallExpression> expressions, Permits permits, Variables variables, @Nullable Fallback fallback) {

	OperationLimit {
		expressions = Map.copyOf(expressions);
	}

	String policy() {
		return this.limiter.policy().name();
	}

	/**
	 * Whether a resolved key is that of all callers: a chain such as
	 * {@code [user, global]} shares it only among those without a user.
	 */
	boolean isShared(String resolved) {
		return resolved.equals("global|" + policy());
	}

}
