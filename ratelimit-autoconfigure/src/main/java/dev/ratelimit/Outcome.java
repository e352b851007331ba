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
 * What became of a request.
 *
 * @since 0.1.0
 */
public enum Outcome {

	/** The request may go on at once. */
	ALLOWED(true),

	/** The request may go on after {@link Decision#delay()}. */
	DELAYED(true),

	/** The request is refused. */
	REJECTED(false),

	/** The store gave no answer and the policy lets such requests pass. */
	FAILED_OPEN(true),

	/** The store gave no answer and the policy refuses such requests. */
	FAILED_CLOSED(false);

	private final boolean permitted;

	Outcome(boolean permitted) {
		this.permitted = permitted;
	}

	/**
	 * Whether the request may go on, now or after a delay.
	 * @return {@code true} unless the request is refused
	 */
	public boolean isPermitted() {
		return this.permitted;
	}

}
