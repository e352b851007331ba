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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link ServerGate}.
 */
class ServerGateTests {

	private final ServerGate gate = new ServerGate();

	@Test
	void callsUnderWayAreBounded() {
		for (int i = 0; i < ServerGate.MAX_UNDER_WAY; i++) {
			this.gate.enter();
		}
		assertRefused(Kind.OVERLOADED);
		this.gate.answered();
		assertThatNoException().isThrownBy(this.gate::enter);
	}

	@Test
	void callsThatAreUnansweredBeyondTheirDeadlineAreBoundedWhateverTheCircuitSays() {
		List<CompletableFuture<String>> sent = new ArrayList<>();
		for (int i = 0; i < ServerGate.MAX_ABANDONED; i++) {
			this.gate.enterUnlessFull();
			CompletableFuture<String> call = new CompletableFuture<>();
			var unused = this.gate.abandon(call, new TimeoutException());
			sent.add(call);
		}
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(this.gate::enterUnlessFull)
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(Kind.OVERLOADED));
		sent.get(0).complete("late");
		assertRefused(Kind.CIRCUIT_OPEN);
		assertThatNoException().isThrownBy(this.gate::enterUnlessFull);
	}

	@Test
	void whatComesLateIsTakenBackBeforeAnybodyLearnsOfIt() {
		List<CompletableFuture<String>> sent = new ArrayList<>();
		List<CompletableFuture<Void>> givenBack = new ArrayList<>();
		for (int i = 0; i < ServerGate.MAX_ABANDONED; i++) {
			this.gate.enterUnlessFull();
			CompletableFuture<String> call = new CompletableFuture<>();
			sent.add(call);
			givenBack
				.add(this.gate.abandon(call, new TimeoutException()).thenAccept((late) -> this.gate.enterUnlessFull()));
		}
		sent.forEach((call) -> call.complete("late"));
		assertThat(givenBack).noneMatch(CompletableFuture::isCompletedExceptionally);
	}

	@Test
	void errorsThatTheServerAnswersWithDoNotOpenTheCircuit() {
		for (int i = 0; i < 100; i++) {
			this.gate.enter();
			this.gate.failed(StoreFailures.of((i % 2 == 0) ? Kind.PERMANENT : Kind.OOM, null));
		}
		assertThatNoException().isThrownBy(this.gate::enter);
	}

	@ParameterizedTest
	@EnumSource(names = { "UNAVAILABLE", "CONNECTION", "TIMEOUT", "OVERLOADED" })
	void aServerThatCannotServeOpensTheCircuit(Kind kind) {
		for (int i = 0; i < 10; i++) {
			this.gate.enter();
			this.gate.failed(StoreFailures.of(kind, null));
		}
		assertRefused(Kind.CIRCUIT_OPEN);
	}

	@Test
	void fewFailuresAmongManyAnswersDoNotOpenTheCircuit() {
		for (int i = 0; i < 100; i++) {
			this.gate.enter();
			if (i % 3 == 0) {
				this.gate.failed(StoreFailures.of(Kind.CONNECTION, null));
			}
			else {
				this.gate.answered();
			}
		}
		assertThatNoException().isThrownBy(this.gate::enter);
	}

	@Test
	void aBrokenConnectionIsAnotherOrigin() {
		long origin = this.gate.origin();
		this.gate.enter();
		this.gate.failed(StoreFailures.of(Kind.UNAVAILABLE, null));
		assertThat(this.gate.origin()).isEqualTo(origin);
		this.gate.enter();
		this.gate.failed(StoreFailures.of(Kind.CONNECTION, null));
		assertThat(this.gate.origin()).isNotEqualTo(origin);
		assertThat(new ServerGate().origin()).isNotIn(origin, this.gate.origin());
	}

	private void assertRefused(Kind kind) {
		assertThatExceptionOfType(RateLimitStoreException.class).isThrownBy(this.gate::enter)
			.satisfies((ex) -> assertThat(ex.kind()).isEqualTo(kind));
	}

}
