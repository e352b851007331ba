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
import java.util.function.Function;
import java.util.function.Supplier;

import dev.ratelimit.key.KeyContext;
import dev.ratelimit.key.KeyPart;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a call offers to make a key of: expressions about the call itself, everything else
 * from the request behind it, if there is one. Belongs to the thread of the call.
 */
final class CallKeys implements KeyContext {

	private static final Log logger = LogFactory.getLog(CallKeys.class);

	private final OperationLimit limit;

	private final CallValues values;

	private final @Nullable KeyContext request;

	private final Set<String> failed;

	/**
	 * Create the context of a call.
	 * @param limit whose key it is
	 * @param values evaluates expressions
	 * @param request what the request offers, absent if there is none
	 * @param failed remembers what has failed, to say it once
	 */
	CallKeys(OperationLimit limit, CallValues values, @Nullable KeyContext request, Set<String> failed) {
		this.limit = limit;
		this.values = values;
		this.request = request;
		this.failed = failed;
	}

	@Override
	public @Nullable String value(KeyPart part) {
		return switch (part.kind()) {
			case BEAN, SPEL -> evaluate(Objects.requireNonNull(this.limit.expressions().get(part.argument())));
			case IP, USER, HEADER, COOKIE, CLAIM, PATH, HOST, GLOBAL ->
				(this.request != null) ? this.request.value(part) : null;
		};
	}

	/**
	 * As for a request, an expression that fails has no value: the next alternative is
	 * taken, and the call is never unlimited.
	 */
	private @Nullable String evaluate(CallExpression expression) {
		if (this.values.request() == null && expression.needsRequest(this.limit.variables())) {
			return null;
		}
		try {
			Object value = applied(this.values.evaluate(expression, this.limit.variables()));
			return (value != null) ? value.toString() : null;
		}
		catch (RuntimeException ex) {
			if (this.failed.add(this.limit.policy() + " " + expression)) {
				logger.error("Key expression '" + expression + "' of policy '" + this.limit.policy()
						+ "' failed and is skipped for this call and others like it;"
						+ " the next alternative of the key is used, by default the client's address", ex);
			}
			return null;
		}
	}

	/**
	 * A bean that is named alone is called, with the request if that is what it wants.
	 */
	@SuppressWarnings("unchecked")
	private @Nullable Object applied(@Nullable Object value) {
		if (value instanceof Function<?, ?> function) {
			Object request = this.values.request();
			return (request != null) ? ((Function<Object, @Nullable Object>) function).apply(request) : null;
		}
		return (value instanceof Supplier<?> supplier) ? supplier.get() : value;
	}

}
