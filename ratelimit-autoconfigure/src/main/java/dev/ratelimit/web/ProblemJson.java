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

package dev.ratelimit.web;

import java.util.Collection;

import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Writes a refusal as RFC 9457 problem details, with the members {@code policies} and
 * {@code retryAfter} of our own. By hand, because which JSON library an application has,
 * and of which generation, is its own affair.
 */
final class ProblemJson {

	private ProblemJson() {
	}

	/**
	 * Write a problem.
	 * @param problem the kind of refusal
	 * @param policies names of the policies that refused
	 * @param retryAfter seconds to wait, absent if waiting does not help
	 * @return UTF-8 text
	 */
	static byte[] write(Problem problem, Collection<String> policies, @Nullable Long retryAfter) {
		StringBuilder json = new StringBuilder(256);
		json.append("{\"type\":");
		string(json, problem.type().toString());
		json.append(",\"title\":");
		string(json, problem.title());
		json.append(",\"status\":").append(problem.status()).append(",\"detail\":");
		string(json, (retryAfter != null) ? problem.detail() + " Retry after " + retryAfter + " s." : problem.detail());
		json.append(",\"policies\":[");
		String separator = "";
		for (String policy : policies) {
			json.append(separator);
			string(json, policy);
			separator = ",";
		}
		json.append(']');
		if (retryAfter != null) {
			json.append(",\"retryAfter\":").append(retryAfter.longValue());
		}
		return json.append('}').toString().getBytes(UTF_8);
	}

	private static void string(StringBuilder json, String text) {
		json.append('"');
		for (int i = 0; i < text.length(); i++) {
			char ch = text.charAt(i);
			if (ch == '"' || ch == '\\') {
				json.append('\\').append(ch);
			}
			else if (ch < 0x20) {
				json.append("\\u00").append(Character.forDigit(ch >> 4, 16)).append(Character.forDigit(ch & 0xF, 16));
			}
			else {
				json.append(ch);
			}
		}
		json.append('"');
	}

}
