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

import java.lang.reflect.Method;
import java.util.List;

import dev.ratelimit.key.KeyContext;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What is known of whoever made the current thread call a method, as far as there is a
 * request behind it. Implementations are thread-safe and look at the current thread.
 *
 * @since 0.1.0
 */
public interface CallerContext {

	/** Nobody: no call has a request behind it. */
	CallerContext NONE = new CallerContext() {
	};

	/**
	 * What the request offers to make keys of.
	 * @return its attributes, absent if there is no request
	 */
	default @Nullable KeyContext keys() {
		return null;
	}

	/**
	 * The request itself, as expressions see it in {@code #request}.
	 * @return the request, absent if there is none
	 */
	default @Nullable Object request() {
		return null;
	}

	/**
	 * Whether a filter has charged the request already, so that the call of its handler
	 * need not be charged again.
	 * @param method the method that is called
	 * @param policy name of the policy
	 * @param key whose limit
	 * @return {@code true} if the charge stands for this call as well
	 */
	default boolean isCharged(Method method, String policy, String key) {
		return false;
	}

	/**
	 * The call was permitted.
	 * @param asks what was asked
	 * @param verdict what it came to
	 */
	default void permitted(List<Ask> asks, Verdict verdict) {
	}

	/**
	 * The call was refused.
	 * @param asks what was asked
	 * @param verdict what it came to
	 */
	default void refused(List<Ask> asks, Verdict verdict) {
	}

}
