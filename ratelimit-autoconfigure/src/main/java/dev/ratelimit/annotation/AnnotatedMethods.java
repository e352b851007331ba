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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * All methods whose calls are limited. Those of beans that are created later are added
 * then. Thread-safe.
 *
 * @since 0.1.0
 */
public final class AnnotatedMethods {

	private final Declarations declarations = new Declarations();

	private final Map<MethodClassKey, Reading> readings = new ConcurrentHashMap<>();

	/** The same by the method as it was called, perhaps that of an interface. */
	private final Map<MethodClassKey, Reading> calls = new ConcurrentHashMap<>();

	private final SingletonSupplier<AnnotationSettings> settings;

	private final SingletonSupplier<OperationReader> reader;

	/**
	 * Create the registry.
	 * @param settings asked for when the first annotation is made sense of: this registry
	 * is needed before there are other beans
	 */
	public AnnotatedMethods(Supplier<AnnotationSettings> settings) {
		this.settings = SingletonSupplier.of(settings);
		this.reader = SingletonSupplier.of(() -> new OperationReader(this.settings.obtain()));
	}

	/**
	 * The methods known so far.
	 * @return the methods, by name
	 */
	public List<AnnotatedMethod> all() {
		return this.readings.values()
			.stream()
			.flatMap((reading) -> Stream.ofNullable(reading.operation()))
			.map(Operation::describe)
			.sorted(Comparator.comparing(AnnotatedMethod::method))
			.toList();
	}

	/**
	 * Whether anything is declared for a method: limits, or that it has none.
	 * @param method the method
	 * @param type the class of the bean
	 * @return {@code true} if so
	 */
	public boolean isDeclared(Method method, Class<?> type) {
		return isLimited(method, type) || this.declarations.isExempt(method, type);
	}

	/**
	 * Whether limits are declared for a method.
	 */
	boolean isLimited(Method method, Class<?> type) {
		return this.declarations.of(method, type) != null;
	}

	/**
	 * What is declared for a type.
	 */
	Map<Method, Declared> declared(Class<?> type) {
		return this.declarations.of(type);
	}

	/**
	 * The operation that a method is.
	 * @return the operation, absent if nothing is declared for the method
	 * @throws RuntimeException if what is declared cannot be used
	 */
	@Nullable Operation operation(Method method, Class<?> type) {
		MethodClassKey call = new MethodClassKey(method, type);
		Reading reading = this.calls.get(call);
		if (reading == null) {
			reading = read(method, type);
			this.calls.put(call, reading);
		}
		if (!reading.problems().isEmpty()) {
			throw this.settings.obtain().refusal().apply(reading.problems());
		}
		return reading.operation();
	}

	/**
	 * What is wrong with what is declared for a method.
	 */
	List<AnnotationProblem> problems(Method method, Class<?> type) {
		return read(method, type).problems();
	}

	private Reading read(Method method, Class<?> type) {
		Class<?> userType = ClassUtils.getUserClass(type);
		Method specific = Declarations.specific(method, userType);
		return this.readings.computeIfAbsent(new MethodClassKey(specific, userType), (key) -> {
			Declared declared = this.declarations.of(specific, userType);
			Problems problems = new Problems();
			Operation operation = (declared != null) ? this.reader.obtain().read(specific, userType, declared, problems)
					: null;
			return new Reading(operation, problems.list());
		});
	}

	/**
	 * What came of reading what is declared.
	 *
	 * @param operation the operation, absent if there are problems, or nothing is
	 * declared
	 * @param problems what is wrong
	 */
	private record Reading(@Nullable Operation operation, List<AnnotationProblem> problems) {

	}

}
