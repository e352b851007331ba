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

package dev.ratelimit.pass;

import dev.ratelimit.Charge;
import dev.ratelimit.Decision;
import dev.ratelimit.RateLimiter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A policy's answer to an {@link Ask}.
 *
 * @param ask what was asked
 * @param decision what the limiter decided
 * @param givenBack whether what the decision took was given back, because another policy
 * of the pass refused the request, or the caller left before its turn
 * @since 0.1.0
 */
public record Answer(Ask ask, Decision decision, boolean givenBack) {

	private static final Log logger = LogFactory.getLog(Answer.class);

	/**
	 * Give back what the decision took, if anything, without waiting for it.
	 * @return this answer, given back
	 */
	Answer giveBack() {
		Charge charge = this.decision.charge();
		if (charge == null || this.givenBack) {
			return this;
		}
		release(this.ask.limiter(), charge);
		return new Answer(this.ask, this.decision, true);
	}

	private static void release(RateLimiter limiter, Charge charge) {
		try {
			limiter.release(charge).whenComplete((done, ex) -> logFailure(limiter, ex));
		}
		catch (RuntimeException ex) {
			logFailure(limiter, ex);
		}
	}

	/**
	 * A release that fails costs the caller a permit, which is no reason to fail the
	 * request as well.
	 */
	private static void logFailure(RateLimiter limiter, @Nullable Throwable ex) {
		if (ex != null && logger.isDebugEnabled()) {
			logger.debug("Could not give back what policy '" + limiter.policy().name() + "' took", ex);
		}
	}

}
