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

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

import dev.ratelimit.Algorithm;
import dev.ratelimit.key.MissingKey;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;

/**
 * A {@link RateLimited} annotation as it is written, not checked yet.
 *
 * @param place where it is written
 * @param policy name of a policy of the configuration, empty if there is none
 * @param limits limits of its own
 * @param algorithm how to count those
 * @param key alternatives, none for the default
 * @param permits a number or an expression
 * @param fallback name of a method, empty if there is none
 * @param name name of its own policy, empty for the default
 * @param missingKey what to do without a request, for limits of its own
 * @param ownOnly attributes that are set and have a meaning only beside limits of its own
 */
record Declaration(Place place, String policy, List<String> limits, Algorithm algorithm, List<String> key,
		String permits, String fallback, String name, MissingKey missingKey, List<String> ownOnly) {

	static Declaration of(MergedAnnotation<RateLimited> annotation, int number) {
		if (!(annotation.getSource() instanceof AnnotatedElement element)) {
			throw new IllegalStateException("an annotation that was found has a place");
		}
		return new Declaration(new Place(element, number), annotation.getString("value"),
				List.of(annotation.getStringArray("limits")), annotation.getEnum("algorithm", Algorithm.class),
				List.of(annotation.getStringArray("key")), annotation.getString("permits"),
				annotation.getString("fallback"), annotation.getString("name"),
				annotation.getEnum("missingKey", MissingKey.class),
				Stream.of("algorithm", "name", "missingKey").filter(annotation::hasNonDefaultValue).toList());
	}

	/**
	 * Where an annotation is written: an annotation that several beans inherit is one.
	 *
	 * @param element the method or type
	 * @param number which of the annotations there, from 0
	 */
	record Place(AnnotatedElement element, int number) {

		@Nullable Method method() {
			return (this.element instanceof Method method) ? method : null;
		}

		@Override
		public String toString() {
			return MethodText.of(this.element);
		}

	}

}
