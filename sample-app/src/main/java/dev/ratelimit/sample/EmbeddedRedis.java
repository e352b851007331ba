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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import redis.embedded.RedisExecProvider;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts a real Redis server on a free loopback port and points the application at it,
 * unless {@code spring.data.redis.url} or {@code spring.data.redis.host} says where one
 * is. It forgets everything when the application ends.
 */
final class EmbeddedRedis implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	private static final Log logger = LogFactory.getLog(EmbeddedRedis.class);

	private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		ConfigurableEnvironment environment = context.getEnvironment();
		// The context that is only looked at ahead of time connects to nothing.
		if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)
				|| environment.containsProperty("spring.data.redis.url")
				|| environment.containsProperty("spring.data.redis.host")) {
			return;
		}
		try {
			int port = freePort();
			stopWithApplication(context, start(port));
			environment.getPropertySources()
				.addFirst(new MapPropertySource("embeddedRedis",
						Map.of("spring.data.redis.host", LOOPBACK.getHostAddress(), "spring.data.redis.port", port)));
			logger.info("No spring.data.redis.url given: using an embedded Redis server on port " + port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start the embedded Redis server; set spring.data.redis.url", ex);
		}
	}

	private static Process start(int port) throws IOException {
		File binary = RedisExecProvider.defaultProvider().get();
		Process redis = new ProcessBuilder(binary.getPath(), "--bind", LOOPBACK.getHostAddress(), "--port",
				String.valueOf(port), "--dir", binary.getParent(), "--save", "", "--appendonly", "no")
			.redirectErrorStream(true)
			.start();
		StringBuilder output = new StringBuilder();
		// Closing our end after the last line of start-up is safe: Redis ignores SIGPIPE.
		try (BufferedReader log = new BufferedReader(
				new InputStreamReader(redis.getInputStream(), StandardCharsets.UTF_8))) {
			for (String line = log.readLine(); line != null; line = log.readLine()) {
				if (line.contains("Ready to accept connections")) {
					return redis;
				}
				output.append(line).append('\n');
			}
		}
		throw new IOException("Redis ended with:\n" + output);
	}

	/**
	 * Stop the server after everything that may still use it: the bean registered first
	 * is destroyed last, and Boot's shutdown handlers run once all contexts are closed. A
	 * plain shutdown hook would race with requests that are being drained.
	 */
	private static void stopWithApplication(ConfigurableApplicationContext context, Process redis) {
		((DefaultListableBeanFactory) context.getBeanFactory()).registerDisposableBean("embeddedRedis",
				() -> stop(redis));
		SpringApplication.getShutdownHandlers().add(() -> stop(redis));
	}

	private static void stop(Process redis) {
		redis.destroy();
		redis.onExit().completeOnTimeout(redis, 5, TimeUnit.SECONDS).join();
	}

	private static int freePort() throws IOException {
		try (ServerSocket probe = new ServerSocket(0, 1, LOOPBACK)) {
			return probe.getLocalPort();
		}
	}

}
