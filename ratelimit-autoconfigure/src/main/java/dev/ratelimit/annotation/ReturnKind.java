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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * How a method returns, which decides when its call is limited and how it is refused.
 */
enum ReturnKind {

	/** When it is done. */
	VALUE,

	/** At once, with a {@link CompletionStage}. */
	FUTURE,

	/** At once, with a {@code Mono}, and is called when that is subscribed to. */
	MONO,

	/** At once, with a {@code Flux}. */
	FLUX;

	/**
	 * The kind of a method.
	 * @return the kind, absent if such a method cannot be limited
	 */
	static @Nullable ReturnKind of(Method method, Class<?> type) {
		Class<?> returned = returned(method, type);
		if (isSuspended(method)) {
			return null;
		}
		if (CompletionStage.class.isAssignableFrom(returned)) {
			return returned.isAssignableFrom(CompletableFuture.class) ? FUTURE : null;
		}
		return switch (returned.getName()) {
			case "reactor.core.publisher.Mono" -> MONO;
			case "reactor.core.publisher.Flux" -> FLUX;
			default -> isLater(returned) ? null : VALUE;
		};
	}

	/**
	 * Why such a method cannot be limited.
	 */
	static String remedy(Method method, Class<?> type) {
		return (isSuspended(method) ? "a Kotlin suspend function"
				: "a method that returns " + ClassUtils.getShortName(returned(method, type)))
				+ " cannot be limited: what it does later would be unlimited; return a CompletableFuture, Mono or Flux, "
				+ "or annotate what is called by it";
	}

	/** Resolved, so that a {@code T} that is a {@code Mono} is one. */
	private static Class<?> returned(Method method, Class<?> type) {
		return ResolvableType.forMethodReturnType(method, type).toClass();
	}

	private static boolean isSuspended(Method method) {
		int count = method.getParameterCount();
		return count > 0 && method.getParameterTypes()[count - 1].getName().equals("kotlin.coroutines.Continuation");
	}

	private static boolean isLater(Class<?> returned) {
		return Future.class.isAssignableFrom(returned) || Flow.Publisher.class.isAssignableFrom(returned)
				|| isOrExtends(returned, "org.reactivestreams.Publisher")
				|| isOrExtends(returned, "kotlinx.coroutines.flow.Flow")
				|| isOrExtends(returned, "kotlinx.coroutines.Deferred") || (returned != Object.class
						&& ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null);
	}

	/** By name, for what may not be on the class path. */
	private static boolean isOrExtends(Class<?> type, String name) {
		return type.getName().equals(name) || ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.anyMatch((all) -> all.getName().equals(name));
	}

}
