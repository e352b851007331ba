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

package dev.ratelimit.sample;

import java.time.Instant;
import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Exports, from a database that hates bursts. Nothing here knows of that: whoever gets
 * here has waited for its turn.
 */
@RestController
class ExportController {

	private final Articles articles;

	ExportController(Articles articles) {
		this.articles = articles;
	}

	@GetMapping("/api/export")
	Export export() {
		return new Export(Instant.now(), this.articles.findAll());
	}

	/**
	 * An export.
	 *
	 * @param startedAt when the database was asked
	 * @param articles what it found
	 */
	record Export(Instant startedAt, List<Article> articles) {

	}

}
