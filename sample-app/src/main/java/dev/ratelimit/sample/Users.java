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

import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Repository;

/**
 * The users of the service, in memory: enough to log in with.
 */
@Repository
class Users implements UserDetailsService {

	private final PasswordEncoder encoder;

	private final Map<String, UserDetails> users;

	/** What a wrong name is compared with. */
	private final UserDetails nobody;

	Users(PasswordEncoder encoder) {
		this.encoder = encoder;
		this.users = Map.of("alice", user("alice", "wonderland", "USER"), "bob", user("bob", "builder", "USER"), "olga",
				user("olga", "operates", "OPERATOR"));
		this.nobody = user("nobody", "nobody", "NONE");
	}

	private UserDetails user(String name, String password, String role) {
		return User.withUsername(name).password(this.encoder.encode(password)).roles(role).build();
	}

	@Override
	public UserDetails loadUserByUsername(String name) {
		UserDetails user = this.users.get(name);
		if (user == null) {
			throw new UsernameNotFoundException("There is no user of this name");
		}
		// A copy, for Spring Security erases the password of whom it has let in.
		return User.withUserDetails(user).build();
	}

	/**
	 * Whether a password is right, in the same time whether or not there is such a user.
	 */
	boolean matches(String name, String password) {
		UserDetails user = this.users.getOrDefault(name, this.nobody);
		return this.encoder.matches(password, user.getPassword()) && user != this.nobody;
	}

}
