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

/**
 * Whether some path may match two patterns. Errs on the side of yes: of a segment with a
 * variable, a wildcard or a regular expression only the literal beginning is compared.
 */
final class PatternOverlap {

	private PatternOverlap() {
	}

	static boolean isPossible(String one, String other) {
		return isPossible(one.split("/", -1), 0, other.split("/", -1), 0);
	}

	private static boolean isPossible(String[] one, int i, String[] other, int j) {
		if (i == one.length || j == other.length) {
			return isManyToTheEnd(one, i) && isManyToTheEnd(other, j);
		}
		if (isMany(one[i])) {
			return isPossible(one, i + 1, other, j) || isPossible(one, i, other, j + 1);
		}
		if (isMany(other[j])) {
			return isPossible(one, i, other, j + 1) || isPossible(one, i + 1, other, j);
		}
		return isSegmentPossible(one[i], other[j]) && isPossible(one, i + 1, other, j + 1);
	}

	private static boolean isSegmentPossible(String segment, String other) {
		String prefix = literalPrefix(segment);
		String otherPrefix = literalPrefix(other);
		if (prefix.equals(segment) && otherPrefix.equals(other)) {
			return segment.equals(other);
		}
		return prefix.startsWith(otherPrefix) || otherPrefix.startsWith(prefix);
	}

	private static boolean isManyToTheEnd(String[] segments, int from) {
		for (int i = from; i < segments.length; i++) {
			if (!isMany(segments[i])) {
				return false;
			}
		}
		return true;
	}

	private static boolean isMany(String segment) {
		return segment.equals("**") || segment.startsWith("{*");
	}

	private static String literalPrefix(String segment) {
		int end = 0;
		while (end < segment.length() && "{*?".indexOf(segment.charAt(end)) < 0) {
			end++;
		}
		return segment.substring(0, end);
	}

}
