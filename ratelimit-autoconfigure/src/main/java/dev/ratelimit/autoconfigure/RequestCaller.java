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

import java.lang.reflect.Method;
import java.util.List;

import dev.ratelimit.annotation.CallerContext;
import dev.ratelimit.key.KeyContext;
import dev.ratelimit.pass.Ask;
import dev.ratelimit.pass.Verdict;
import dev.ratelimit.web.CurrentRequest;
import org.jspecify.annotations.Nullable;

/**
 * Shows annotated methods the request behind their call.
 */
final class RequestCaller implements CallerContext {

	private final CurrentRequest current;

	RequestCaller(CurrentRequest current) {
		this.current = current;
	}

	@Override
	public @Nullable KeyContext keys() {
		return this.current.keys();
	}

	@Override
	public @Nullable Object request() {
		return this.current.request();
	}

	@Override
	public boolean isCharged(Method method, String policy, String key) {
		return this.current.isCharged(method, policy, key);
	}

	@Override
	public void permitted(List<Ask> asks, Verdict verdict) {
		this.current.permitted(asks, verdict);
	}

	@Override
	public void refused(List<Ask> asks, Verdict verdict) {
		this.current.refused(asks, verdict);
	}

}
