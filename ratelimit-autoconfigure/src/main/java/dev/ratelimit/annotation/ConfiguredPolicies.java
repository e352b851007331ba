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

import java.util.Objects;
import java.util.Set;

import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import org.jspecify.annotations.Nullable;

/**
 * The policies that annotations may name. Implementations are thread-safe.
 *
 * @since 0.1.0
 */
public interface ConfiguredPolicies {

	/**
	 * Names of all policies.
	 * @return the names, in the order of configuration
	 */
	Set<String> names();

	/**
	 * Find a policy.
	 * @param name its name
	 * @return what annotations need to know of it, absent if there is none of this name
	 */
	@Nullable Keys find(String name);

	/**
	 * Whose limit a policy is.
	 *
	 * @param key tells callers apart
	 * @param missingKey what to do if the key needs a request and there is none
	 */
	record Keys(KeySpec key, MissingKey missingKey) {

		public Keys {
			Objects.requireNonNull(key, "key must not be null");
			Objects.requireNonNull(missingKey, "missingKey must not be null");
		}

	}

}
