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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Collects problems, each once.
 */
final class Problems {

	private final Set<AnnotationProblem> problems = new LinkedHashSet<>();

	void add(String place, @Nullable String value, String remedy) {
		this.problems.add(new AnnotationProblem(place, value, remedy));
	}

	void addAll(List<AnnotationProblem> problems) {
		this.problems.addAll(problems);
	}

	/**
	 * Try something whose failure is a problem.
	 * @param place where
	 * @param value the text in question
	 * @param attempt fails with an {@link IllegalArgumentException} that says the remedy
	 * @return what came of it, absent if it failed
	 */
	<T> @Nullable T attempt(String place, @Nullable String value, Supplier<T> attempt) {
		try {
			return attempt.get();
		}
		catch (IllegalArgumentException ex) {
			add(place, value, String.valueOf(ex.getMessage()));
			return null;
		}
	}

	List<AnnotationProblem> list() {
		return List.copyOf(this.problems);
	}

	boolean isEmpty() {
		return this.problems.isEmpty();
	}

}
