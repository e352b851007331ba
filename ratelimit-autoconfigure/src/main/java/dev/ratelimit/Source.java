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

package dev.ratelimit;

/**
 * Where a decision was made.
 *
 * @since 0.1.0
 */
public enum Source {

	/** The store of the policy: Redis, or the memory store when that is the store. */
	STORE,

	/** A rejection that was still known on this instance. */
	CACHE,

	/** A block of permits that this instance had taken in advance. */
	LEASE,

	/** This instance alone, because the store gave no answer. */
	LOCAL

}
