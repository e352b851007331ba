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

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Phase;
import dev.ratelimit.WindowPhase;
import dev.ratelimit.key.MissingKey;
import org.jspecify.annotations.Nullable;

/**
 * A policy as somebody wrote it down, not checked yet.
 *
 * @param name name of the policy
 * @param algorithm how permits are counted
 * @param limits limits in the grammar of {@link dev.ratelimit.Limit#parse(String)}
 * @param key alternatives in the grammar of {@link dev.ratelimit.key.KeySpec#parse(List)}
 * @param missingKey what to do without a request
 * @param failureMode what to do when the store gives no answer
 * @param phase when the policy is applied; by default as its key needs
 * @param queue leaky bucket: how many permits may wait
 * @param maxWait leaky bucket: longest wait in the queue
 * @param windowPhase windows: where slots begin
 * @param countRejected log: whether a rejected attempt counts too
 * @param minInterval log: shortest time between two requests
 * @since 0.1.0
 */
public record PolicyDefinition(String name, Algorithm algorithm, List<String> limits, List<String> key,
		MissingKey missingKey, FailureMode failureMode, @Nullable Phase phase, @Nullable Long queue,
		@Nullable Duration maxWait, @Nullable WindowPhase windowPhase, boolean countRejected,
		@Nullable Duration minInterval) {

	public PolicyDefinition {
		limits = List.copyOf(limits);
		key = List.copyOf(key);
	}

}
