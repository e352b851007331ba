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

package dev.ratelimit.key;

/**
 * The attributes of a request that a key can be made of.
 *
 * @since 0.1.0
 */
public enum KeyKind {

	/** The client's address: {@code ip}. */
	IP,

	/** The authenticated user: {@code user}. */
	USER,

	/** A request header: {@code header:<name>}. */
	HEADER,

	/** A cookie: {@code cookie:<name>}. */
	COOKIE,

	/** A claim of the caller's token: {@code claim:<name>}. */
	CLAIM,

	/** A variable of the route's path pattern: {@code path:<variable>}. */
	PATH,

	/** The host the request is addressed to: {@code host}. */
	HOST,

	/** One key for everybody: {@code global}. */
	GLOBAL,

	/** A bean of the application: {@code @bean} or {@code @bean.method(args)}. */
	BEAN,

	/** A SpEL expression: {@code #expression}. */
	SPEL

}
