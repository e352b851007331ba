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

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The executable jar, started from elsewhere as a user would: its scripts and its Redis
 * come out of nested jars. Runs after the jar is packaged.
 */
class ExecutableJarTests {

	private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	@TempDir
	private Path elsewhere;

	@ParameterizedTest(name = "processed ahead of time: {0}")
	@ValueSource(booleans = { false, true })
	void startsByItselfLimitsAndStops(boolean ahead) throws Exception {
		Path log = this.elsewhere.resolve("log");
		Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"),
				"-Dspring.aot.enabled=" + ahead, "-jar", System.getProperty("sample.jar"), "--server.port=0",
				"--ratelimit.timeout=2s")
			.directory(this.elsewhere.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			String port = await().atMost(PATIENCE).until(() -> port(log), (found) -> !found.isEmpty());
			HttpClient client = HttpClient.newHttpClient();
			HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/internal/stats"))
				.build();
			int allowed = 0;
			while (allowed <= 120 && client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
				allowed++;
			}
			assertThat(allowed).as("60 a minute, in fixed windows of which the second may have begun")
				.isBetween(60, 120);
			process.destroy();
			assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			assertThat(log).content()
				.contains("8 policies, 7 routes, 1 method, store redis")
				.doesNotContain(" ERROR ", " WARN ");
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static String port(Path log) throws IOException {
		Matcher started = STARTED.matcher(Files.readString(log));
		return started.find() ? started.group(1) : "";
	}

}
