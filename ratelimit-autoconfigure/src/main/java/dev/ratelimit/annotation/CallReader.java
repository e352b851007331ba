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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.ratelimit.key.KeyContext;
import dev.ratelimit.key.KeyResolver;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.pass.Ask;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.BeanResolver;

/**
 * Finds out what a call asks of its limits. Works on the thread of the caller, where the
 * request is. Thread-safe.
 */
final class CallReader {

	private static final KeySpec EVERYBODY = KeySpec.parse(List.of("global"));

	private final CallerContext caller;

	private final KeyResolver keys;

	private final BeanResolver beans;

	/** Bounded by the number of annotations. */
	private final Set<String> failedExpressions = ConcurrentHashMap.newKeySet();

	CallReader(CallerContext caller, KeyResolver keys, BeanResolver beans) {
		this.caller = caller;
		this.keys = keys;
		this.beans = beans;
	}

	/**
	 * Read a call.
	 * @throws IllegalArgumentException if it says how many permits it takes and that is
	 * no number
	 * @throws IllegalStateException if nothing says whose limit it counts against
	 */
	Call read(Operation operation, Object target, MethodInvocation invocation) {
		CallRoot root = new CallRoot(operation, target, invocation.getArguments());
		CallValues values = new CallValues(root, this.caller.request(), this.beans);
		KeyContext request = this.caller.keys();
		List<OperationLimit> limits = new ArrayList<>();
		List<Ask> asks = new ArrayList<>();
		List<Boolean> charged = new ArrayList<>();
		for (OperationLimit limit : operation.limits()) {
			String key = key(limit, values, request, operation);
			if (key != null) {
				long permits = limit.permits()
					.of(operation.id(), (expression) -> values.evaluate(expression, limit.variables()));
				limits.add(limit);
				asks.add(new Ask(limit.limiter(), key, permits, limit.isShared(key), operation.id()));
				charged.add(this.caller.isCharged(operation.method(), limit.policy(), key));
			}
		}
		Asks all = new Asks(limits, asks);
		return new Call(operation, target, invocation, charged.contains(true) ? all.without(charged) : all, all);
	}

	/**
	 * The key of a limit.
	 * @return the key, absent if the limit is to be skipped
	 */
	private @Nullable String key(OperationLimit limit, CallValues values, @Nullable KeyContext request,
			Operation operation) {
		CallKeys context = new CallKeys(limit, values, request, this.failedExpressions);
		if (request != null) {
			return this.keys.resolve(limit.key(), limit.policy(), context);
		}
		String key = this.keys.find(limit.key(), limit.policy(), context);
		if (key != null) {
			return key;
		}
		return switch (limit.missingKey()) {
			case SKIP -> null;
			case GLOBAL -> this.keys.resolve(EVERYBODY, limit.policy(), context);
			case FAIL -> throw new IllegalStateException(
					("%s is limited by policy '%s' whose key is '%s', and is called without a request that could give one; "
							+ "set a key that the method's parameters give, or set %s to skip or global")
						.formatted(operation.id(), limit.policy(), limit.key(), limit.missingKeyOption()));
		};
	}

}
