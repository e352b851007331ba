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

import java.lang.reflect.Method;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What expressions see of a call as {@code #root}. The getters are called by name.
 */
final class CallRoot {

	/** Names of the properties. */
	static final Set<String> PROPERTIES = Set.of("method", "target", "targetClass", "args");

	private final Operation operation;

	private final Object target;

	private final @Nullable Object[] args;

	/**
	 * Create the view of a call.
	 * @param operation what is called
	 * @param target the bean without its proxy
	 * @param args the arguments
	 */
	CallRoot(Operation operation, Object target, @Nullable Object[] args) {
		this.operation = operation;
		this.target = target;
		this.args = args;
	}

	public Method getMethod() {
		return this.operation.method();
	}

	public Object getTarget() {
		return this.target;
	}

	public Class<?> getTargetClass() {
		return this.operation.type();
	}

	public @Nullable Object[] getArgs() {
		return this.args;
	}

}
