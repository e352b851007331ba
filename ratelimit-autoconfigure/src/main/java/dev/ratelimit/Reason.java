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
 * Why a decision is not a plain "allowed".
 *
 * @since 0.1.0
 */
public enum Reason {

	/** Nothing stood in the way. */
	NONE,

	/** A limit of the policy is used up. */
	LIMIT,

	/** The previous request of the key is too recent. */
	MIN_INTERVAL,

	/**
	 * Dropped although no limit is used up: by chance as one comes near, or because too
	 * many wait already.
	 */
	SHED,

	/** The key is blocked for a while because of earlier violations. */
	BLOCKED,

	/** More permits were asked for than the policy can ever grant; waiting is no use. */
	EXCEEDS_LIMIT,

	/** The store gave no answer. */
	STORE

}
