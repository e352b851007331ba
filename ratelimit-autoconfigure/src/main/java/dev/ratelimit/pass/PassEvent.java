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

import java.time.Duration;
import java.util.Objects;

/**
 * A pass that is over.
 *
 * @param entrance where it took place
 * @param verdict what it came to
 * @param took how long it took to come to it, which is what the limits add to a request
 * that is not delayed
 * @since 0.1.0
 */
public record PassEvent(Entrance entrance, Verdict verdict, Duration took) {

	public PassEvent {
		Objects.requireNonNull(entrance, "entrance must not be null");
		Objects.requireNonNull(verdict, "verdict must not be null");
		Objects.requireNonNull(took, "took must not be null");
	}

}
