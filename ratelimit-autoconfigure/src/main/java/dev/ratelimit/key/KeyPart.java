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

import java.util.Locale;
import java.util.Objects;

/**
 * One attribute that a key is made of.
 *
 * @param kind what kind of attribute
 * @param argument name or expression for the kinds that have one, without the prefix that
 * names the kind (header names in lower case; beans and SpEL with their {@code @} or
 * {@code #}); else empty
 * @since 0.1.0
 */
public record KeyPart(KeyKind kind, String argument) {

	public KeyPart {
		Objects.requireNonNull(kind, "kind must not be null");
		Objects.requireNonNull(argument, "argument must not be null");
	}

	/**
	 * The part as the grammar of keys reads it.
	 * @return for example {@code header:x-api-key} or {@code #email}
	 */
	@Override
	public String toString() {
		return switch (this.kind) {
			case BEAN, SPEL -> this.argument;
			case HEADER, COOKIE, CLAIM, PATH -> this.kind.name().toLowerCase(Locale.ROOT) + ":" + this.argument;
			case IP, USER, HOST, GLOBAL -> this.kind.name().toLowerCase(Locale.ROOT);
		};
	}

}
