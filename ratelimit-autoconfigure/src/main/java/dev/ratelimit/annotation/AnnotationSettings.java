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

import java.util.List;
import java.util.function.Function;

import dev.ratelimit.FailureMode;
import dev.ratelimit.RateLimiterRegistry;

import org.springframework.beans.factory.BeanFactory;

/**
 * What it takes to make sense of annotations.
 *
 * @param policies the policies that annotations may name
 * @param limiters the limiters of all policies; those of annotations' own are added
 * @param failureMode what annotations' own policies do when the store gives no answer
 * @param beanFactory where expressions find {@code @bean}
 * @param listeners told of every method
 * @param refusal makes the exception to throw when annotations cannot be used
 * @since 0.1.0
 */
public record AnnotationSettings(ConfiguredPolicies policies, RateLimiterRegistry limiters, FailureMode failureMode,
		BeanFactory beanFactory, List<AnnotatedMethodListener> listeners,
		Function<List<AnnotationProblem>, RuntimeException> refusal) {

	public AnnotationSettings {
		listeners = List.copyOf(listeners);
	}

}
