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

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.springframework.stereotype.Repository;

/**
 * All articles of the service, in memory.
 */
@Repository
class Articles {

	private final List<Article> articles = List.of(
			new Article(1, "Buckets", "A bucket with a hole forgives the patient."),
			new Article(2, "Windows", "Whoever knows where a window begins will wait there."),
			new Article(3, "Queues", "First come, first served, and nobody twice."));

	List<Article> findAll() {
		return this.articles;
	}

	Optional<Article> findById(long id) {
		return this.articles.stream().filter((article) -> article.id() == id).findFirst();
	}

	List<Article> search(String words) {
		String wanted = words.toLowerCase(Locale.ROOT);
		return this.articles.stream()
			.filter((article) -> (article.title() + " " + article.text()).toLowerCase(Locale.ROOT).contains(wanted))
			.toList();
	}

}
