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

package dev.ratelimit.contract;

import java.time.Duration;

import dev.ratelimit.Decision;
import dev.ratelimit.Outcome;
import dev.ratelimit.Reading;
import dev.ratelimit.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What a caller sees of a decision: all but the identity of its charge and where it was
 * made.
 */
record Seen(Outcome outcome, Reason reason, @Nullable Reading reading, @Nullable Duration retryAfter, Duration delay,
		boolean charged) {

	static Seen of(Decision decision) {
		return new Seen(decision.outcome(), decision.reason(), decision.reading(), decision.retryAfter(),
				decision.delay(), decision.charge() != null);
	}

}
