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
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Makes operations of what is declared, and finds everything that is wrong with it.
 */
final class OperationReader {

	private final AnnotationSettings settings;

	private final LimitReader limits;

	OperationReader(AnnotationSettings settings) {
		this.settings = settings;
		this.limits = new LimitReader(settings);
	}

	/**
	 * Read an operation.
	 * @param method the method, as the bean's class has it
	 * @param type the class of the bean
	 * @param declared what is declared for it
	 * @param problems where to add problems
	 * @return the operation, absent if there are problems
	 */
	@Nullable Operation read(Method method, Class<?> type, Declared declared, Problems problems) {
		String place = MethodText.of(method, type);
		if (declared.exempt()) {
			problems.add(declared.limits().get(0).place().toString(), null,
					"is both @RateLimited and @RateLimitExempt, remove one");
		}
		ReturnKind kind = ReturnKind.of(method, type);
		if (kind == null) {
			problems.add(place, null, ReturnKind.remedy(method, type));
		}
		List<OperationLimit> read = new ArrayList<>();
		for (Declaration declaration : declared.limits()) {
			OperationLimit limit = this.limits.read(declaration, method, type, problems);
			if (limit != null) {
				read.add(limit);
			}
		}
		if (kind == null || !problems.isEmpty()) {
			return null;
		}
		Operation operation = new Operation(MethodText.id(method, type), method, type, kind, read);
		AnnotatedMethod described = operation.describe();
		this.settings.listeners().forEach((listener) -> listener.onMethod(described));
		return operation;
	}

}
