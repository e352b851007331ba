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

package dev.ratelimit.contract;

import java.util.function.Function;
import java.util.regex.Pattern;

import dev.ratelimit.Algorithm;
import dev.ratelimit.redis.RedisStores;

/**
 * A script with one mistake in it.
 *
 * @param algorithm whose script it is
 * @param mistake what is wrong, in a few words
 * @param occurrences how often the text to replace has to occur, so that a mutant does
 * not silently become another one when the script changes
 * @param search the text to replace, everywhere it occurs
 * @param replacement what to put there
 */
record ScriptMutant(Algorithm algorithm, String mistake, int occurrences, String search, String replacement) {

	static ScriptMutant of(Algorithm algorithm, String mistake, String search, String replacement) {
		return new ScriptMutant(algorithm, mistake, 1, search, replacement);
	}

	/**
	 * The scripts with the mistake in one of them.
	 */
	Function<Algorithm, String> scripts() {
		String script = RedisStores.script(this.algorithm);
		int found = script.split(Pattern.quote(this.search), -1).length - 1;
		if (found != this.occurrences) {
			throw new IllegalStateException("'%s' occurs %d times in the script of %s, not %d times"
				.formatted(this.search, found, this.algorithm, this.occurrences));
		}
		String mutated = script.replace(this.search, this.replacement);
		return (algorithm) -> (algorithm == this.algorithm) ? mutated : RedisStores.script(algorithm);
	}

	@Override
	public String toString() {
		return this.algorithm + ": " + this.mistake;
	}

}
