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

import dev.ratelimit.Decision;

/**
 * A policy's answer to an {@link Ask}.
 *
 * @param ask what was asked
 * @param decision what the limiter decided
 * @param givenBack whether what the decision took was given back, because another policy
 * of the pass refused the request
 * @since 0.1.0
 */
public record Answer(Ask ask, Decision decision, boolean givenBack) {

}
