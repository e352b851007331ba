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

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * A response as it came over the wire.
 *
 * @param status the status
 * @param headers the header lines, by name in any case
 * @param body the body as text
 */
record Reply(int status, Map<String, List<String>> headers, String body) {

	/**
	 * Read a response as far as it says it goes: a server that still waits for the rest
	 * of a request keeps the connection open.
	 */
	static Reply read(InputStream in, boolean head) throws IOException {
		int status = Integer.parseInt(line(in).split(" ", -1)[1]);
		Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (String line = line(in); !line.isEmpty(); line = line(in)) {
			int colon = line.indexOf(':');
			headers.computeIfAbsent(line.substring(0, colon), (name) -> new ArrayList<>())
				.add(line.substring(colon + 1).strip());
		}
		List<String> length = headers.get("Content-Length");
		byte[] body = (head || length == null) ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length.get(0)));
		return new Reply(status, headers, new String(body, ISO_8859_1));
	}

	private static String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int ch = in.read(); ch != '\n'; ch = in.read()) {
			if (ch < 0) {
				throw new EOFException("after '" + line + "'");
			}
			line.append((char) ch);
		}
		return line.toString().stripTrailing();
	}

	/**
	 * The only value of a header.
	 */
	@Nullable String header(String name) {
		List<String> values = this.headers.getOrDefault(name, List.of());
		if (values.size() > 1) {
			throw new AssertionError("%s is there more than once: %s".formatted(name, values));
		}
		return values.isEmpty() ? null : values.get(0);
	}

	/**
	 * The members of a header that is a list, over all its lines.
	 */
	List<String> members(String name) {
		return this.headers.getOrDefault(name, List.of())
			.stream()
			.flatMap((line) -> List.of(line.split(",", -1)).stream())
			.map(String::strip)
			.toList();
	}

}
