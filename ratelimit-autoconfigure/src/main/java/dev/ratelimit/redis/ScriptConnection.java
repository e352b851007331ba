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

package dev.ratelimit.redis;

import java.util.concurrent.CompletionStage;

/**
 * The few commands that the limiter needs, over whichever client. Thread-safe; no call
 * blocks, and none is ever sent twice by the connection itself.
 */
interface ScriptConnection {

	/**
	 * Run a script by its SHA-1.
	 */
	CompletionStage<byte[]> evalsha(String sha1, byte[] key, byte[][] arguments);

	/**
	 * Run a script by its text, which the server then knows by its SHA-1.
	 */
	CompletionStage<byte[]> eval(byte[] text, byte[] key, byte[][] arguments);

	/**
	 * Remove a key.
	 */
	CompletionStage<Long> delete(byte[] key);

}
