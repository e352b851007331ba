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

package dev.ratelimit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.springframework.util.FileSystemUtils;

/**
 * The clock of a real Redis server, moved by a library that is compiled by {@code cc} and
 * preloaded into it. Needs a server that is linked dynamically, as those of distributions
 * are; the one that comes out of a jar is not.
 */
public final class MovableClock implements AutoCloseable {

	private static final Path SOURCE = Path.of("src", "test", "native", "clock-shim.c");

	private final Path directory;

	private final Path offset;

	private final RedisServer server;

	public MovableClock() {
		try {
			this.directory = Files.createTempDirectory("clock");
			this.offset = Files.writeString(this.directory.resolve("offset"), "0");
			Path library = this.directory.resolve("clock-shim.so");
			Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), SOURCE.toString(),
					"-ldl")
				.inheritIO()
				.start();
			if (!compiler.waitFor(1, TimeUnit.MINUTES) || compiler.exitValue() != 0) {
				throw new IllegalStateException("cc could not compile " + SOURCE);
			}
			this.server = RedisServer
				.launch(Map.of("LD_PRELOAD", library.toString(), "CLOCK_SHIM_FILE", this.offset.toString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	public RedisServer server() {
		return this.server;
	}

	/**
	 * Move the clock.
	 * @param offset how far it is ahead from now on, in whole seconds
	 */
	public void set(Duration offset) {
		try {
			// at once, for the server may read it at any moment
			Path next = Files.writeString(this.directory.resolve("next"), String.valueOf(offset.toSeconds()));
			Files.move(next, this.offset, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.server.close();
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
