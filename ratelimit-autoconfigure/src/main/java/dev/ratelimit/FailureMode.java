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
 * What a policy does when its store gives no answer in time.
 *
 * @since 0.1.0
 */
public enum FailureMode {

	/** Let the request pass, unlimited ("fail open"). */
	ALLOW,

	/** Refuse the request ("fail closed"): a 503, never a 429. */
	REJECT,

	/**
	 * Decide on this instance alone, with its share of the limit, until the store answers
	 * again.
	 */
	LOCAL

}
