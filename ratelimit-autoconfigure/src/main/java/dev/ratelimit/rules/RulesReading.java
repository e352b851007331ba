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

package dev.ratelimit.rules;

import java.util.List;

/**
 * What came of reading definitions.
 *
 * @param rules all rules that have no problem; not fit for use while there are problems
 * @param problems what must be changed before the rules can be used
 * @param warnings what is probably not meant, one sentence each
 * @param hints what could be done better, one sentence each
 * @since 0.1.0
 */
public record RulesReading(RateLimitRules rules, List<RulesProblem> problems, List<String> warnings,
		List<String> hints) {

	public RulesReading {
		problems = List.copyOf(problems);
		warnings = List.copyOf(warnings);
		hints = List.copyOf(hints);
	}

}
