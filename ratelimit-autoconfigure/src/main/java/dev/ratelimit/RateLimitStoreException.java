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

import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * The store gave no usable answer. Whether the permits were taken is then unknown, unless
 * the store was not even asked: the call is never repeated, because a second charge would
 * be worse than a lost one.
 *
 * @since 0.1.0
 */
public class RateLimitStoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Kind kind;

	private final transient @Nullable CompletionStage<Decision> late;

	/**
	 * Create the exception.
	 * @param kind what kind of failure it is
	 * @param message what happened, without keys or other secrets
	 * @param cause the failure as the client reported it, if there was one
	 */
	public RateLimitStoreException(Kind kind, String message, @Nullable Throwable cause) {
		this(kind, message, cause, null);
	}

	/**
	 * Create the exception for a call whose answer may still come.
	 * @param kind what kind of failure it is
	 * @param message what happened, without keys or other secrets
	 * @param cause the failure as the client reported it, if there was one
	 * @param late the decision, should it still become known
	 */
	public RateLimitStoreException(Kind kind, String message, @Nullable Throwable cause,
			@Nullable CompletionStage<Decision> late) {
		super(message, cause);
		this.kind = Objects.requireNonNull(kind, "kind must not be null");
		this.late = late;
	}

	/**
	 * What kind of failure it is.
	 * @return the kind
	 */
	public Kind kind() {
		return this.kind;
	}

	/**
	 * The decision, should it still become known. Whoever does not go on because of it
	 * gives its charge back.
	 * @return completes when the store answers after all; absent if it never will
	 */
	public @Nullable CompletionStage<Decision> late() {
		return this.late;
	}

	/**
	 * Kinds of failure, by what an operator has to do about them.
	 */
	public enum Kind {

		/** No answer before the deadline. */
		TIMEOUT,

		/** No connection, or it broke. */
		CONNECTION,

		/** The server answered that it cannot serve now (loading, read-only, busy). */
		UNAVAILABLE,

		/** The server has no memory left to write. */
		OOM,

		/** Not asked: so many calls failed that the next ones are spared for a moment. */
		CIRCUIT_OPEN,

		/** Not asked: too many calls are unanswered already. */
		OVERLOADED,

		/**
		 * The server refuses for good: no permission, wrong type, unreadable state,
		 * broken script. Only a change by an operator helps.
		 */
		PERMANENT

	}

}
