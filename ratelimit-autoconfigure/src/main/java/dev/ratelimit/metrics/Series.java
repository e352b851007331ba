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

package dev.ratelimit.metrics;

import java.util.Locale;

import dev.ratelimit.Outcome;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;
import io.micrometer.core.instrument.Tags;

/**
 * One time series of decisions. Tag values are the names of the constants in lower case,
 * such as {@code failed_open}.
 *
 * @param policy name of the policy
 * @param route id of the route or operation
 * @param outcome what became of the request
 * @param reason why not simply allowed
 * @param source where it was decided
 */
record Series(String policy, String route, Outcome outcome, Reason reason, Source source) {

	Tags tags() {
		return Tags.of("policy", this.policy, "route", this.route, "outcome", text(this.outcome), "reason",
				text(this.reason), "source", text(this.source));
	}

	private static String text(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}
