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

import dev.ratelimit.RateLimitedException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

/**
 * A call that is to be limited.
 *
 * @param operation what is called
 * @param target the bean without its proxy
 * @param invocation the rest of the way to it
 * @param first what the call asks
 * @param again what it asks if it is made once more, as by a second subscription
 */
record Call(Operation operation, Object target, MethodInvocation invocation, Asks first, Asks again) {

	@Nullable Object proceed() throws Throwable {
		return this.invocation.proceed();
	}

	/**
	 * The same call, to be made later: the way to the bean can be gone once.
	 */
	Call later() {
		MethodInvocation copy = ((ProxyMethodInvocation) this.invocation).invocableClone();
		return new Call(this.operation, this.target, copy, this.first, this.again);
	}

	/**
	 * Call the fallback.
	 */
	@Nullable Object fallBack(Fallback fallback, RateLimitedException refusal) throws Throwable {
		return fallback.invoke(this.target, this.invocation.getArguments(), refusal);
	}

}
