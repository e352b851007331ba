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

import org.jspecify.annotations.Nullable;

/**
 * What the self-test found out about a server.
 *
 * @param version what the server calls its version, such as {@code 7.0.15} or
 * {@code valkey 8.1.1}; absent if it may not be asked
 * @param evictionPolicy which keys it gives up when its memory is full, such as
 * {@code noeviction}; absent if it may not be asked
 * @param memoryBounded whether its memory has a bound, without which nothing is evicted
 * @param unknown why something is absent
 * @since 0.1.0
 */
public record Inspection(@Nullable String version, @Nullable String evictionPolicy, boolean memoryBounded,
		@Nullable String unknown) {

	private static final String NO_EVICTION = "noeviction";

	/**
	 * Whether the server gives up keys rather than refuse to write.
	 * @return false also if that is unknown
	 */
	public boolean isEvicting() {
		return this.evictionPolicy != null && !this.evictionPolicy.equals(NO_EVICTION);
	}

}
