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

import org.jspecify.annotations.Nullable;

/**
 * An annotation that cannot be right.
 *
 * @param place the method or type in question, for example
 * {@code com.acme.Orders.place(String)}
 * @param value the text that is wrong; absent if it is none
 * @param remedy what is wrong and what to change, a sentence without a full stop
 * @since 0.1.0
 */
public record AnnotationProblem(String place, @Nullable String value, String remedy) {

	public AnnotationProblem {
		Objects.requireNonNull(place, "place must not be null");
		Objects.requireNonNull(remedy, "remedy must not be null");
	}

}
