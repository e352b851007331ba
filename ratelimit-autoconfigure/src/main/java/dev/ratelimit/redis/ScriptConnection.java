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

import dev.ratelimit.RateLimitStoreException;

/**
 * The few commands that the limiter needs, over whichever client. Thread-safe once open;
 * no command blocks, and none is ever sent twice by the connection itself. Commands fail,
 * at once or later, with what {@link #translate(Throwable)} understands.
 */
interface ScriptConnection extends AutoCloseable {

	/**
	 * Connect, and let the server know the scripts. Blocks, for a few seconds at most;
	 * may be tried again after a failure.
	 * @param broken told whenever a connection breaks that may have carried charges
	 * @throws RuntimeException if it does not work
	 */
	void open(Runnable broken);

	/**
	 * Which server has a key. Another answer than before means that another server has
	 * taken over.
	 * @param key the key
	 * @return a name, always the same where there is one server
	 */
	String server(byte[] key);

	/**
	 * Run a script by its SHA-1.
	 */
	CompletionStage<byte[]> evalsha(Script script, byte[] key, byte[][] arguments);

	/**
	 * Run a script by its text, which the server then knows by its SHA-1.
	 */
	CompletionStage<byte[]> eval(Script script, byte[] key, byte[][] arguments);

	/**
	 * Remove a key.
	 */
	CompletionStage<Long> delete(byte[] key);

	/**
	 * What a failure of the client means.
	 * @param failure as a command failed with it, unwrapped
	 * @return a store failure; an {@link UnknownScriptException} if the script must be
	 * sent with its text
	 */
	RateLimitStoreException translate(Throwable failure);

	@Override
	void close();

}
