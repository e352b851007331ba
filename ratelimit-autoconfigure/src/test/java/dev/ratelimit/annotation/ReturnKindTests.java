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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReturnKind}.
 */
class ReturnKindTests {

	@ParameterizedTest
	@CsvSource({ "call, VALUE", "object, VALUE", "mono, MONO", "flux, FLUX", "future, FUTURE", "stage, FUTURE",
			"resolved, MONO" })
	void supportedKindsAreTold(String name, ReturnKind kind) {
		Method method = ReflectionUtils.findMethod(Returning.class, name);
		assertThat(ReturnKind.of(method, Returning.class)).isEqualTo(kind);
	}

	@Test
	void suspendFunctionIsRefused() throws Exception {
		Method method = method(Object.class, List.of(String.class, type("kotlin.coroutines.Continuation")));
		assertThat(ReturnKind.of(method, method.getDeclaringClass())).isNull();
		assertThat(ReturnKind.remedy(method, method.getDeclaringClass()))
			.startsWith("a Kotlin suspend function cannot be limited");
	}

	@ParameterizedTest
	@ValueSource(strings = { "kotlinx.coroutines.flow.Flow", "kotlinx.coroutines.Deferred" })
	void coroutineIsRefused(String returned) throws Exception {
		Method method = method(type(returned), List.of());
		assertThat(ReturnKind.of(method, method.getDeclaringClass())).isNull();
		assertThat(ReturnKind.remedy(method, method.getDeclaringClass())).startsWith("a method that returns ")
			.contains(returned.replaceAll(".*\\.", ""));
	}

	/**
	 * Kotlin need not be there to be recognised.
	 */
	private static Class<?> type(String name) {
		return new ByteBuddy().makeInterface()
			.name(name)
			.make()
			.load(ReturnKindTests.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
			.getLoaded();
	}

	private static Method method(Class<?> returned, List<Class<?>> parameters) throws Exception {
		ClassLoader loader = parameters.isEmpty() ? returned.getClassLoader()
				: parameters.get(parameters.size() - 1).getClassLoader();
		return new ByteBuddy().subclass(Object.class)
			.defineMethod("later", returned, Visibility.PUBLIC)
			.withParameters(parameters)
			.intercept(FixedValue.nullValue())
			.make()
			.load(loader, ClassLoadingStrategy.Default.WRAPPER)
			.getLoaded()
			.getDeclaredMethods()[0];
	}

	interface Generic<T> {

		T resolved();

	}

	interface Returning extends Generic<Mono<String>> {

		void call();

		Object object();

		Mono<String> mono();

		Flux<String> flux();

		CompletableFuture<String> future();

		CompletionStage<String> stage();

	}

}
