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

package dev.ratelimit.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.ratelimit.Algorithm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys that scripts touch are those that the call declares: a cluster sends it to their
 * shard, and would not find others there. Case E16.
 */
class ScriptKeysTests {

	private static final Pattern COMMAND = Pattern.compile("redis\\.p?call\\('([A-Z]+)'(?:, *([^,)]+))?");

	@ParameterizedTest
	@EnumSource(Algorithm.class)
	void e16NoKeyIsBuiltInsideAScript(Algorithm algorithm) {
		String script = Script.read(algorithm);
		Matcher commands = COMMAND.matcher(script);
		int count = 0;
		while (commands.find()) {
			count++;
			if (!commands.group(1).equals("TIME")) {
				assertThat(commands.group(2)).as(commands.group()).isIn("KEYS[1]", "KEYS[2]");
			}
		}
		assertThat(count).isPositive().isEqualTo(script.split("redis\\.p?call\\(", -1).length - 1);
	}

}
