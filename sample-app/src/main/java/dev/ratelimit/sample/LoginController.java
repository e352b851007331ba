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

import java.util.Map;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Logging in: what attackers try first.
 */
@RestController
class LoginController {

	private final Users users;

	LoginController(Users users) {
		this.users = users;
	}

	@PostMapping("/api/login")
	ResponseEntity<Map<String, String>> login(@RequestBody Credentials credentials) {
		if (this.users.matches(credentials.username(), credentials.password())) {
			return ResponseEntity.ok(Map.of("welcome", credentials.username()));
		}
		return ResponseEntity.status(HttpStatus.UNAUTHORIZED).body(Map.of("error", "wrong user name or password"));
	}

	/**
	 * What a user logs in with.
	 */
	record Credentials(String username, String password) {

		Credentials {
			username = (username != null) ? username : "";
			password = (password != null) ? password : "";
		}

		@Override
		public String toString() {
			return "Credentials[username=" + this.username + "]";
		}

	}

}
