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
import java.util.List;

import dev.ratelimit.annotation.AnnotatedMethod.AppliedPolicy;

/**
 * A limited method of a bean, with all that is known of it before it is called.
 *
 * @param id stands for it in meters
 * @param method the method, as the bean's class has it
 * @param type the class of the bean
 * @param kind how it returns
 * @param limits its limits, all of which apply
 */
record Operation(String id, Method method, Class<?> type, ReturnKind kind, List<OperationLimit> limits) {

	Operation {
		limits = List.copyOf(limits);
	}

	/**
	 * The method for those who only want to know.
	 */
	AnnotatedMethod describe() {
		return new AnnotatedMethod(this.id, MethodText.of(this.method, this.type),
				this.limits.stream().map((limit) -> new AppliedPolicy(limit.limiter().policy(), limit.key())).toList());
	}

}
