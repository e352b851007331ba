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

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What there is to limit.
 */
@RestController
class DemoController {

	@RequestMapping(path = "/api/login", method = { RequestMethod.GET, RequestMethod.POST })
	String login() {
		return "login";
	}

	@GetMapping("/api/items/{id}")
	String item(@PathVariable String id) {
		return "item " + id;
	}

	@GetMapping("/api/async")
	Callable<String> async() {
		return () -> "async";
	}

	@GetMapping("/api/forward")
	void forward(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
		request.getRequestDispatcher("/api/login").forward(request, response);
	}

	@GetMapping("/api/fail")
	String fail() {
		throw new IllegalStateException("failed on purpose");
	}

	@PostMapping("/api/form")
	String form(@RequestParam Map<String, String> form) {
		return form.toString();
	}

	@PostMapping("/api/bytes")
	String bytes(@RequestBody byte[] body) {
		return body.length + " bytes";
	}

	@CrossOrigin(originPatterns = "https://cross.example", exposedHeaders = "X-Cross")
	@GetMapping("/cross")
	String cross() {
		return "cross";
	}

	@RequestMapping(path = "/api/options", method = RequestMethod.OPTIONS)
	String options(HttpServletRequest request) {
		return request.getMethod();
	}

}
