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

package dev.ratelimit.key;

/**
 * What to do when a key asks for attributes of a request and there is no request, as in a
 * scheduled task that calls an annotated method. A request always has a key: its address
 * stands in for what it lacks.
 *
 * @since 0.1.0
 */
public enum MissingKey {

	/** Refuse the call with an exception that says what is missing. */
	FAIL,

	/** Leave the call unlimited. */
	SKIP,

	/** Count all such calls together. */
	GLOBAL

}
