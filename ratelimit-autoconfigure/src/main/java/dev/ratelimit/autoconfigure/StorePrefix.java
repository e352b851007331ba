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

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Finds what keys in the store begin with.
 */
final class StorePrefix {

	private static final int MAX_LENGTH = 60;

	private StorePrefix() {
	}

	static String of(RateLimitProperties properties, Environment environment) {
		if (properties.prefix() != null) {
			return properties.prefix();
		}
		String application = isApplicationNamed(environment)
				? environment.getRequiredProperty("spring.application.name") : "application";
		String prefix = "ratelimit:" + application.replaceAll("[^A-Za-z0-9:._-]", "-");
		return prefix.substring(0, Math.min(MAX_LENGTH, prefix.length()));
	}

	static boolean isApplicationNamed(Environment environment) {
		return StringUtils.hasText(environment.getProperty("spring.application.name"));
	}

}
