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

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Public reading and searching.
 */
@RestController
class ArticleController {

	private final Articles articles;

	ArticleController(Articles articles) {
		this.articles = articles;
	}

	@GetMapping("/api/articles")
	List<Article> all() {
		return this.articles.findAll();
	}

	@GetMapping("/api/articles/{id}")
	ResponseEntity<Article> one(@PathVariable long id) {
		return ResponseEntity.of(this.articles.findById(id));
	}

	@GetMapping("/api/search")
	List<Article> search(@RequestParam("q") String words) {
		return this.articles.search(words);
	}

}
