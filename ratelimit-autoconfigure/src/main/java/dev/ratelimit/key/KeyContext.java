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

import org.jspecify.annotations.Nullable;

/**
 * What a request, or the call of a method, offers to make a key of. Used by one thread.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface KeyContext {

	/**
	 * The raw value of an attribute, neither escaped nor hashed. For {@link KeyKind#IP}
	 * the text of {@link ClientAddressResolver}, for {@link KeyKind#BEAN} and
	 * {@link KeyKind#SPEL} the result as text. Never asked for {@link KeyKind#GLOBAL}.
	 * @param part which attribute
	 * @return its value; {@code null} or blank if the request has none
	 */
	@Nullable String value(KeyPart part);

}
