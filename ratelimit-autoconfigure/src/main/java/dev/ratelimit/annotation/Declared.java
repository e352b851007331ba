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
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * What is declared for a method.
 *
 * @param limits its limits, in the order they are written
 * @param exempt whether it is exempt
 * @param ofMethod whether that is written on the method rather than on its type
 */
record Declared(List<Declaration> limits, boolean exempt, boolean ofMethod) {

	Declared {
		limits = List.copyOf(limits);
	}

	/**
	 * What is written nearest: on a method or type itself, else on the next one up its
	 * hierarchy.
	 * @param element a method or type
	 * @return what is written there, absent if nothing is
	 */
	static @Nullable Declared nearest(AnnotatedElement element, boolean ofMethod) {
		MergedAnnotations annotations = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
		int level = Integer.MAX_VALUE;
		boolean exempt = false;
		if (annotations.isPresent(RateLimitExempt.class)) {
			level = annotations.get(RateLimitExempt.class).getAggregateIndex();
			exempt = true;
		}
		List<Declaration> limits = new ArrayList<>();
		for (MergedAnnotation<RateLimited> annotation : annotations.stream(RateLimited.class).toList()) {
			if (annotation.getAggregateIndex() < level) {
				level = annotation.getAggregateIndex();
				exempt = false;
			}
			if (annotation.getAggregateIndex() == level) {
				limits.add(Declaration.of(annotation, limits.size()));
			}
		}
		return (exempt || !limits.isEmpty()) ? new Declared(limits, exempt, ofMethod) : null;
	}

}
