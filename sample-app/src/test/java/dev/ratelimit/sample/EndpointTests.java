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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a visitor of the sample sees.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS,
		properties = "ratelimit.timeout=2s")
class EndpointTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Test
	void sixthLoginWithinAMinuteIsRefusedWithEveryHeader() throws Exception {
		List<Integer> statuses = new ArrayList<>();
		HttpResponse<String> last = null;
		for (String password : List.of("guess", "wonderland", "guess", "guess", "guess", "wonderland")) {
			last = login(password);
			statuses.add(last.statusCode());
		}
		assertThat(statuses).containsExactly(401, 200, 401, 401, 401, 429);
		assertThat(last.headers().map()).containsKeys("retry-after", "x-ratelimit-limit", "x-ratelimit-remaining",
				"x-ratelimit-reset", "x-ratelimit-retry-after", "ratelimit-policy", "ratelimit");
		assertThat(last.headers().firstValue("cache-control")).hasValue("no-store");
		assertThat(last.headers().firstValue("content-type")).hasValue("application/problem+json");
		assertThat(get("/actuator/metrics/ratelimit.decisions?tag=policy:login&tag=outcome:allowed").body())
			.contains("\"value\":5.0");
		assertThat(get("/actuator/metrics/ratelimit.decisions?tag=policy:login&tag=outcome:rejected").body())
			.contains("\"value\":1.0");
	}

	@Test
	void everyOtherEndpointAnswersAndSaysWhatRemains() throws Exception {
		assertAnswers("/api/articles", "300", "Buckets");
		assertAnswers("/api/articles/2", "300", "Windows");
		assertAnswers("/api/invoices", "500", "2026-001");
		assertAnswers("/api/search?q=queue", "20", "Queues");
		assertAnswers("/internal/stats", "60", "articles");
		assertThat(get("/api/articles/9").statusCode()).isEqualTo(404);
	}

	@Test
	void whoHasAnAccountIsLimitedByName() throws Exception {
		assertThat(get("/api/account").statusCode()).isEqualTo(401);
		HttpResponse<String> response = send(as("bob", "builder", "/api/account").build());
		assertThat(response.body()).contains("bob");
		assertThat(response.headers().firstValue("x-ratelimit-remaining")).hasValue("59");
	}

	@Test
	void reportsAreLimitedByTheirPages() throws Exception {
		assertThat(report(8).headers().firstValue("x-ratelimit-remaining")).hasValue("12");
		assertThat(report(12).statusCode()).isEqualTo(200);
		HttpResponse<String> refused = report(1);
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(refused.headers().firstValue("retry-after")).isPresent();
		assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
		assertThat(refused.body()).contains("report-pages");
		assertThat(report(21).body()).contains("exceeds-limit");
	}

	@Test
	void exportsWaitForTheirTurn() {
		List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			all.add(this.client.sendAsync(HttpRequest.newBuilder(uri("/api/export")).build(), BodyHandlers.ofString()));
		}
		List<HttpResponse<String>> responses = all.stream().map(CompletableFuture::join).toList();
		assertThat(responses).allMatch((response) -> response.statusCode() == 200);
		assertThat(responses).filteredOn((response) -> response.headers().firstValue("x-ratelimit-delay").isPresent())
			.hasSizeGreaterThanOrEqualTo(2);
	}

	@Test
	void operatorsSeeAndResetLimitsAndNobodyElseDoes() throws Exception {
		assertThat(get("/actuator/ratelimit").body()).contains("\"version\"", "\"export\"", "ReportService.write");
		assertThat(get("/actuator/health").body()).contains("\"ratelimit\":{");
		String path = "/actuator/ratelimit/account?key=user%7Calice";
		send(as("alice", "wonderland", "/api/account").build());
		assertThat(get(path).body()).contains("\"remaining\":59");
		assertThat(send(HttpRequest.newBuilder(uri(path)).DELETE().build()).statusCode()).isEqualTo(401);
		assertThat(send(as("alice", "wonderland", path).DELETE().build()).statusCode()).isEqualTo(403);
		assertThat(send(as("olga", "operates", path).DELETE().build()).statusCode()).isEqualTo(204);
		assertThat(get(path).body()).contains("\"remaining\":60");
	}

	private HttpResponse<String> report(int pages) throws Exception {
		return send(as("alice", "wonderland", "/api/reports?pages=" + pages).POST(BodyPublishers.noBody()).build());
	}

	private HttpRequest.Builder as(String user, String password, String path) {
		String credentials = Base64.getEncoder()
			.encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
		return HttpRequest.newBuilder(uri(path)).header("Authorization", "Basic " + credentials);
	}

	private HttpResponse<String> send(HttpRequest request) throws Exception {
		return this.client.send(request, BodyHandlers.ofString());
	}

	private void assertAnswers(String path, String limit, String content) throws Exception {
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		assertThat(response.headers().firstValue("x-ratelimit-limit")).as(path).hasValue(limit);
		assertThat(response.body()).contains(content);
	}

	private HttpResponse<String> get(String path) throws Exception {
		return send(HttpRequest.newBuilder(uri(path)).build());
	}

	private HttpResponse<String> login(String password) throws Exception {
		String body = "{\"username\": \"alice\", \"password\": \"%s\"}".formatted(password);
		return this.client.send(HttpRequest.newBuilder(uri("/api/login"))
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(body))
			.build(), BodyHandlers.ofString());
	}

	private URI uri(String path) {
		return URI.create("http://localhost:" + this.port + path);
	}

}
