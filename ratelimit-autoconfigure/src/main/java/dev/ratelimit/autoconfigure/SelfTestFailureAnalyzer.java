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

import dev.ratelimit.redis.SelfTestException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Shows what to change when Redis refuses what rate limiting needs.
 */
final class SelfTestFailureAnalyzer extends AbstractFailureAnalyzer<SelfTestException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SelfTestException cause) {
		return new FailureAnalysis(
				"Rate limiting cannot work with this Redis:%n%n    %s%n".formatted(cause.getMessage()),
				cause.remedy() + ".", cause);
	}

}
