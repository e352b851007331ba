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

package dev.ratelimit.autoconfigure;

import dev.ratelimit.rules.PathCheck;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Checks path patterns with the parser that routes are matched with. Loaded only if
 * Spring Web is present.
 */
final class PathPatternCheck implements PathCheck {

	@Override
	public @Nullable String problem(String pattern) {
		try {
			PathPatternParser.defaultInstance.parse(pattern);
			return null;
		}
		catch (PatternParseException ex) {
			return "is not a path pattern: " + ex.getMessage();
		}
	}

}
