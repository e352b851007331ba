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

package dev.ratelimit.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Limits by who is calling, behind a real Spring Security.
 */
class ServicePhaseTests {

	private static final String YAML = """
			ratelimit:
			  store: memory
			  client-ip:
			    trusted-proxies: 127.0.0.1
			  response:
			    retry-after-jitter: 0%
			  policies:
			    user: {algorithm: sliding-window-log, limits: 5/1h, key: user}
			    wide: {algorithm: sliding-window-log, limits: 1000/1h, key: ip}
			    narrow: {algorithm: sliding-window-log, limits: 5/1h, key: user}
			    named: {algorithm: sliding-window-log, limits: 5/1h, key: [user, ip]}
			    tenant: {algorithm: sliding-window-log, limits: 2/1h, key: claim:tenant}
			    edge: {algorithm: sliding-window-log, limits: 10/1h, key: ip}
			    service: {algorithm: sliding-window-log, limits: 2/1h, key: user}
			  routes:
			    - {paths: [/user, /secured], policies: user}
			    - {paths: /both, policies: [wide, narrow]}
			    - {paths: /named, policies: named}
			    - {paths: /tenant, policies: tenant}
			    - {paths: /phases, policies: [edge, service]}
			""";

	private static final SecretKey KEY = new SecretKeySpec(
			"only-for-these-tests-and-32-bytes".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

	private static ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newHttpClient();

	@BeforeAll
	static void start() {
		context = new SpringApplicationBuilder(Application.class)
			.initializers((context) -> Yaml.addTo(context.getEnvironment(), YAML))
			.run("--server.port=0", "--server.address=127.0.0.1", "--management.health.redis.enabled=false");
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@Test
	void b7AnonymousCallersCountByTheirAddressAndNeverTogether() {
		assertThat(statuses(6, "/user", "X-Forwarded-For", "192.0.2.1")).containsExactly(200, 200, 200, 200, 200, 429);
		assertThat(get("/user", "X-Forwarded-For", "192.0.2.2").statusCode()).isEqualTo(200);
	}

	@Test
	void b12OneUserBehindASharedAddressTouchesNobodyElse() {
		for (int user = 0; user < 50; user++) {
			assertThat(statuses(5, "/both", basic("user-" + user))).containsOnly(200);
		}
		assertThat(get("/both", basic("user-7")).statusCode()).isEqualTo(429);
		assertThat(get("/both", basic("user-50")).headers().firstValue("x-ratelimit-remaining")).hasValue("4");
	}

	@Test
	void b14AUserNamedLikeAnAddressIsNotThatAddress() {
		String[] user = basic("198.51.100.7");
		assertThat(statuses(5, "/named", user)).containsOnly(200);
		assertThat(statuses(5, "/named", "X-Forwarded-For", "198.51.100.7")).containsOnly(200);
		assertThat(get("/named", user).statusCode()).isEqualTo(429);
		assertThat(get("/named", "X-Forwarded-For", "198.51.100.7").statusCode()).isEqualTo(429);
	}

	@Test
	void claimsOfATokenTellTenantsApart() {
		assertThat(statuses(3, "/tenant", bearer("ann", "acme"))).containsExactly(200, 200, 429);
		assertThat(get("/tenant", bearer("bob", "acme")).statusCode()).isEqualTo(429);
		assertThat(get("/tenant", bearer("bob", "other")).statusCode()).isEqualTo(200);
	}

	@Test
	void aForgedTokenIsNoNewTenant() {
		String[] forged = bearer("eve", "acme");
		forged[1] = forged[1].substring(0, forged[1].lastIndexOf('.')) + ".AAAA";
		HttpResponse<String> response = get("/tenant", forged);
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("x-ratelimit-limit")).isEmpty();
	}

	@Test
	void whoIsNotLetInIsNotCharged() {
		for (int i = 0; i < 10; i++) {
			assertThat(get("/secured", "X-Forwarded-For", "192.0.2.9").statusCode()).isEqualTo(401);
		}
		HttpResponse<String> response = get("/secured", basic("late"));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("x-ratelimit-remaining")).hasValue("4");
	}

	@Test
	void edgeAndServiceAreCountedApartAndTheTightestIsTold() {
		String[] user = basic("phased", "X-Forwarded-For", "192.0.2.77");
		HttpResponse<String> first = get("/phases", user);
		assertThat(first.headers().firstValue("ratelimit-policy"))
			.hasValueSatisfying((policies) -> assertThat(policies).contains("\"edge\";q=10", "\"service\";q=2"));
		assertThat(first.headers().firstValue("ratelimit"))
			.hasValueSatisfying((limit) -> assertThat(limit).startsWith("\"service\";r=1"));
		assertThat(statuses(2, "/phases", user)).containsExactly(200, 429);
		// The edge has charged what the service then refused: three so far.
		assertThat(statuses(8, "/phases", basic("another", "X-Forwarded-For", "192.0.2.77"))).containsExactly(200, 200,
				429, 429, 429, 429, 429, 429);
		assertThat(get("/phases", basic("third", "X-Forwarded-For", "192.0.2.77")).headers().firstValue("ratelimit"))
			.hasValueSatisfying((limit) -> assertThat(limit).startsWith("\"edge\";r=0"));
	}

	private List<Integer> statuses(int times, String path, String... headers) {
		List<Integer> statuses = new ArrayList<>();
		for (int i = 0; i < times; i++) {
			statuses.add(get(path, headers).statusCode());
		}
		return statuses;
	}

	private HttpResponse<String> get(String path, String... headers) {
		String port = context.getEnvironment().getRequiredProperty("local.server.port");
		URI uri = URI.create("http://127.0.0.1:" + port + path);
		return this.client.sendAsync(HttpRequest.newBuilder(uri).headers(headers).build(), BodyHandlers.ofString())
			.join();
	}

	private static String[] basic(String user, String... more) {
		List<String> headers = new ArrayList<>();
		Collections.addAll(headers, "Authorization",
				"Basic " + Base64.getEncoder().encodeToString((user + ":pw").getBytes(StandardCharsets.UTF_8)));
		Collections.addAll(headers, more);
		return headers.toArray(String[]::new);
	}

	private static String[] bearer(String subject, String tenant) {
		try {
			SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256),
					new JWTClaimsSet.Builder().subject(subject).claim("tenant", tenant).build());
			token.sign(new MACSigner(KEY));
			return new String[] { "Authorization", "Bearer " + token.serialize() };
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Lets everybody in, but for {@code /secured}, and tells who has a password or a
	 * token.
	 */
	@RestController
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@GetMapping({ "/user", "/secured", "/both", "/named", "/tenant", "/phases" })
		String hello() {
			return "hello";
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity security) throws Exception {
			return security
				.authorizeHttpRequests(
						(requests) -> requests.requestMatchers("/secured").authenticated().anyRequest().permitAll())
				.httpBasic(Customizer.withDefaults())
				.oauth2ResourceServer((server) -> server.jwt(Customizer.withDefaults()))
				.build();
		}

		@Bean
		UserDetailsService users() {
			return (name) -> User.withUsername(name).password("{noop}pw").build();
		}

		@Bean
		JwtDecoder decoder() {
			return NimbusJwtDecoder.withSecretKey(KEY).build();
		}

	}

}
