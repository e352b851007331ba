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

package dev.ratelimit.rules;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Limit;
import dev.ratelimit.Phase;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.key.KeySpec;
import dev.ratelimit.key.MissingKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RulesReader}.
 */
class RulesReaderTests {

	@Test
	void everythingSaidOfAPolicyIsInItsRule() {
		Definitions.Policy queue = new Definitions.Policy("queue").algorithm(Algorithm.LEAKY_BUCKET)
			.limits("2/1s")
			.key("global");
		queue.queue = 10L;
		queue.maxWait = Duration.ofSeconds(3);
		Definitions.Policy log = new Definitions.Policy("log").algorithm(Algorithm.SLIDING_WINDOW_LOG)
			.limits("20/1h", "5/1m")
			.key("user", "ip")
			.phase(Phase.SERVICE);
		log.countRejected = true;
		log.minInterval = Duration.ofSeconds(1);
		Definitions.Policy window = new Definitions.Policy("window").algorithm(Algorithm.FIXED_WINDOW);
		window.windowPhase = WindowPhase.ALIGNED;
		RulesReading reading = new Definitions().policy(queue).policy(log).policy(window).read();
		assertThat(reading.problems()).isEmpty();
		assertThat(reading.rules().policies()).containsOnlyKeys("queue", "log", "window");
		assertThat(reading.rules().policies()).containsEntry("queue",
				new PolicyRule(
						new RateLimitPolicy("queue", Algorithm.LEAKY_BUCKET, List.of(Limit.parse("2/1s")), 10,
								Duration.ofSeconds(3), WindowPhase.PER_KEY, false, null, FailureMode.REJECT),
						KeySpec.parse(List.of("global")), MissingKey.FAIL, Phase.EDGE));
		assertThat(reading.rules().policies()).containsEntry("log",
				new PolicyRule(
						new RateLimitPolicy("log", Algorithm.SLIDING_WINDOW_LOG,
								List.of(Limit.parse("5/1m"), Limit.parse("20/1h")), 0, Duration.ZERO,
								WindowPhase.PER_KEY, true, Duration.ofSeconds(1), FailureMode.REJECT),
						KeySpec.parse(List.of("user", "ip")), MissingKey.FAIL, Phase.SERVICE));
		assertThat(reading.rules().policies().get("window").policy().windowPhase()).isEqualTo(WindowPhase.ALIGNED);
	}

	@Test
	void everythingSaidOfARouteIsInIt() {
		RouteDefinition route = new RouteDefinition("api", List.of("/a/{id:[0-9]{1,3}},/b"), List.of("/a/0"),
				List.of("post", " Get "), List.of("p", "q", "p"));
		RulesReading reading = new Definitions().policy("p", "1/1m", "ip")
			.policy("q", "1/1m", "ip")
			.route(route)
			.read();
		assertThat(reading.problems()).isEmpty();
		assertThat(reading.rules().routes()).containsExactly(new Route("api", List.of("/a/{id:[0-9]{1,3}}", "/b"),
				List.of("/a/0"), Set.of("GET", "POST"), List.of("p", "q")));
	}

	@Test
	void idOfARouteIsItsFirstPatternUnlessSaidOtherwise() {
		RulesReading reading = new Definitions().policy("p", "1/1m", "ip").route("/a, /b", "p").read();
		assertThat(reading.rules().routes()).extracting(Route::id).containsExactly("/a");
	}

	@ParameterizedTest
	@CsvSource({ "ip, EDGE", "header:a, EDGE", "cookie:a, EDGE", "host, EDGE", "path:a, EDGE", "global, EDGE",
			"ip + header:a, EDGE", "user, SERVICE", "claim:a, SERVICE", "#a, SERVICE", "@a, SERVICE",
			"'user, ip', SERVICE" })
	void phaseFollowsFromTheKey(String key, Phase phase) {
		RulesReading reading = new Definitions().policy("p", "1/1m", key).read();
		assertThat(reading.rules().policies().get("p").phase()).isEqualTo(phase);
	}

	@ParameterizedTest
	@CsvSource({ "ip, SERVICE", "#a, EDGE", "@a, EDGE" })
	void phaseThatIsSaidWins(String key, Phase phase) {
		RulesReading reading = new Definitions().policy(new Definitions.Policy("p").key(key).phase(phase)).read();
		assertThat(reading.problems()).isEmpty();
		assertThat(reading.rules().policies().get("p").phase()).isEqualTo(phase);
	}

	@ParameterizedTest
	@ValueSource(strings = { "user", "claim:a", "ip + user" })
	void userIsRefusedAtTheEdge(String key) {
		Definitions definitions = new Definitions().policy(new Definitions.Policy("p").key(key).phase(Phase.EDGE));
		assertThat(definitions.problems()).singleElement()
			.asString()
			.startsWith("rl.policies.p.phase = 'edge': key '" + key + "' needs to know the user");
	}

	@Test
	void delayIsRefusedAtTheEdge() {
		Definitions definitions = new Definitions()
			.policy(new Definitions.Policy("p").algorithm(Algorithm.LEAKY_BUCKET).phase(Phase.EDGE));
		assertThat(definitions.problems()).singleElement()
			.asString()
			.startsWith("rl.policies.p.phase = 'edge': a leaky");
	}

	@Test
	void routesTakePoliciesOfEveryPhaseAndThoseThatDelay() {
		Definitions definitions = new Definitions().policy("who", "1/1m", "user", "ip")
			.policy(new Definitions.Policy("queue").algorithm(Algorithm.LEAKY_BUCKET))
			.route("/a", "who", "queue");
		assertThat(definitions.problems()).isEmpty();
	}

	@Test
	void allProblemsAreFoundAtOnce() {
		Definitions.Policy bucket = new Definitions.Policy("bucket").algorithm(Algorithm.TOKEN_BUCKET)
			.limits("100/60", "5/0s", "1/1m")
			.key("#a(");
		bucket.windowPhase = WindowPhase.ALIGNED;
		bucket.queue = 3L;
		Definitions definitions = new Definitions().policy(bucket)
			.policy("negative", "-1/1m", "")
			.policy(new Definitions.Policy("none").limits())
			.route(new RouteDefinition(" ", List.of("api/**"), List.of("b"), List.of("post", "PSOT"),
					List.of("missing")))
			.route(new RouteDefinition(null, List.of(), List.of(), List.of(), List.of()));
		assertThat(definitions.problems()).satisfiesExactly(
				(problem) -> assertThat(problem).startsWith("rl.policies.bucket.limits[0] = '100/60': ")
					.contains("no unit"),
				(problem) -> assertThat(problem).startsWith("rl.policies.bucket.limits[1] = '5/0s': ")
					.contains("window must"),
				(problem) -> assertThat(problem).startsWith("rl.policies.bucket.key = '#a(': ").contains("closing )"),
				(problem) -> assertThat(problem).startsWith("rl.policies.bucket.window-phase = 'aligned': ")
					.contains("remove it"),
				(problem) -> assertThat(problem).startsWith("rl.policies.bucket.queue: ").contains("remove it"),
				(problem) -> assertThat(problem).startsWith("rl.policies.negative.limits = '-1/1m': ")
					.contains("permits must"),
				(problem) -> assertThat(problem).startsWith("rl.policies.negative.key = '': ").contains("quote the #"),
				(problem) -> assertThat(problem).startsWith("rl.policies.none.limits: ").contains("at least one limit"),
				(problem) -> assertThat(problem).startsWith("rl.routes[0].paths = 'api/**': ")
					.contains("write /api/**"),
				(problem) -> assertThat(problem).startsWith("rl.routes[0].exclude = 'b': ").contains("write /b"),
				(problem) -> assertThat(problem).startsWith("rl.routes[0].methods = 'PSOT': ")
					.contains("unknown method"),
				(problem) -> assertThat(problem).startsWith("rl.routes[0].id = ' ': ").contains("blank"),
				(problem) -> assertThat(problem).startsWith("rl.routes[0].policies = 'missing': ")
					.contains("there are [bucket, negative, none]"),
				(problem) -> assertThat(problem).startsWith("rl.routes[1].paths: ").contains("at least one path"),
				(problem) -> assertThat(problem).startsWith("rl.routes[1].policies: ").contains("at least one policy"));
	}

	@Test
	void problemsOfAPolicyAreNotRepeatedForItsRoutes() {
		assertThat(new Definitions().policy("p", "1/1", "ip").route("/a", "p").problems()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Public", "public read", "9a", "" })
	void oddNameIsRefused(String name) {
		assertThat(new Definitions().policy(name, "1/1m", "ip").problems()).singleElement()
			.asString()
			.startsWith("rl.policies." + name + ": name '" + name + "' must be");
	}

	@Test
	void idIsRefusedTheSecondTime() {
		RouteDefinition route = new RouteDefinition("a", List.of("/a"), List.of(), List.of(), List.of("p"));
		assertThat(new Definitions().policy("p", "1/1m", "ip").route(route).route(route).problems()).singleElement()
			.asString()
			.startsWith("rl.routes[1].id = 'a': two routes");
	}

	@Test
	void patternsAreCheckedByWhoKnowsThem() {
		Definitions definitions = new Definitions().policy("p", "1/1m", "ip").route("/a, /{b", "p").route("/c", "p");
		definitions.pathCheck = (pattern) -> pattern.equals("/c") ? "no c" : null;
		assertThat(definitions.problems()).satisfiesExactly(
				(problem) -> assertThat(problem).startsWith("rl.routes[0].paths = '/a, /{b': ").contains("closing }"),
				(problem) -> assertThat(problem).startsWith("rl.routes[1].paths = '/c': no c"));
	}

}
