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

import java.util.ArrayList;
import java.util.List;

import dev.ratelimit.Algorithm;
import dev.ratelimit.FailureMode;
import dev.ratelimit.Outcome;
import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.Reason;
import dev.ratelimit.Source;

/**
 * The series that a policy's single-permit requests can produce, so that they can be
 * there at zero before the first one: an alert on a series that does not exist yet never
 * fires, and the first increment of one that appears is lost to rates.
 */
final class ExpectedSeries {

	private ExpectedSeries() {
	}

	static List<Series> of(RateLimitPolicy policy, String route) {
		List<Series> series = new ArrayList<>();
		addDecisions(policy, route, Source.STORE, series);
		switch (policy.failureMode()) {
			case ALLOW -> series.add(new Series(policy.name(), route, Outcome.FAILED_OPEN, Reason.STORE, Source.LOCAL));
			case REJECT ->
				series.add(new Series(policy.name(), route, Outcome.FAILED_CLOSED, Reason.STORE, Source.LOCAL));
			case LOCAL -> addDecisions(policy, route, Source.LOCAL, series);
		}
		return series;
	}

	private static void addDecisions(RateLimitPolicy policy, String route, Source source, List<Series> series) {
		series.add(new Series(policy.name(), route, Outcome.REJECTED, Reason.LIMIT, source));
		if (policy.capacity() > 0) {
			series.add(new Series(policy.name(), route, Outcome.ALLOWED, Reason.NONE, source));
			if (policy.algorithm() == Algorithm.LEAKY_BUCKET) {
				series.add(new Series(policy.name(), route, Outcome.DELAYED, Reason.NONE, source));
				series.add(new Series(policy.name(), route, Outcome.REJECTED, Reason.SHED, source));
			}
			if (policy.minInterval() != null) {
				series.add(new Series(policy.name(), route, Outcome.REJECTED, Reason.MIN_INTERVAL, source));
			}
		}
	}

}
