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

package dev.ratelimit.key;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How to tell callers apart: a chain of alternatives, each made of parts that must all be
 * present. The first alternative whose parts are all present is the key. Immutable.
 *
 * @param alternatives the chain, at least one alternative of at least one part each
 * @since 0.1.0
 */
public record KeySpec(List<List<KeyPart>> alternatives) {

	public KeySpec {
		alternatives = alternatives.stream().map(List::copyOf).toList();
		if (alternatives.isEmpty() || alternatives.stream().anyMatch(List::isEmpty)) {
			throw new IllegalArgumentException("key must name at least one attribute, for example ip");
		}
	}

	/**
	 * Read a key in the one grammar of YAML and annotation: a list is a fallback chain
	 * (as is one text with commas), {@code +} joins parts, and neither is split inside
	 * quotes or brackets.
	 * @param alternatives for example {@code user} and {@code header:X-Tenant + ip}
	 * @return the key
	 * @throws IllegalArgumentException if an alternative is not of this grammar; the
	 * message quotes it and says what to change
	 */
	public static KeySpec parse(List<String> alternatives) {
		return new KeySpec(alternatives.stream()
			.flatMap((text) -> KeyGrammar.alternatives(text).stream())
			.map(KeyGrammar::parse)
			.toList());
	}

	/**
	 * Whether all callers share one key.
	 * @return {@code true} if every alternative is {@code global}
	 */
	public boolean isShared() {
		return allParts((part) -> part.kind() == KeyKind.GLOBAL);
	}

	/**
	 * Whether every part of every alternative is of a certain sort.
	 * @param test what to ask of a part
	 * @return {@code true} if all parts pass
	 */
	public boolean allParts(Predicate<KeyPart> test) {
		return this.alternatives.stream().flatMap(List::stream).allMatch(test);
	}

	/**
	 * The key as the grammar reads it.
	 * @return for example {@code header:x-tenant + ip, ip}
	 */
	@Override
	public String toString() {
		return this.alternatives.stream()
			.map((parts) -> parts.stream().map(KeyPart::toString).collect(Collectors.joining(" + ")))
			.collect(Collectors.joining(", "));
	}

}
