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

import dev.ratelimit.annotation.RateLimited;

import org.springframework.stereotype.Service;

/**
 * Writes reports, whoever asks: a controller, a job or a listener of messages. A page
 * costs money, so pages are what is limited, not calls.
 */
@Service
class ReportService {

	/**
	 * Write a report.
	 * @param user for whom
	 * @param pages how many pages it has
	 */
	@RateLimited(value = "report-pages", key = "#user", permits = "#pages")
	Report write(String user, int pages) {
		return new Report(user, pages);
	}

	/**
	 * A report.
	 *
	 * @param user for whom
	 * @param pages how many pages it has
	 */
	record Report(String user, int pages) {

	}

}
