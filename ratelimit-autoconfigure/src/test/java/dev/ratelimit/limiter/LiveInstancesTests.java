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

package dev.ratelimit.limiter;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LiveInstances}.
 */
class LiveInstancesTests {

	@Test
	void anAssumptionStandsUntilTheFirstCount() {
		LiveInstances instances = new LiveInstances(3);
		assertThat(instances.get()).isEqualTo(3);
		instances.counted(1);
		assertThat(instances.get()).isEqualTo(1);
	}

	@Test
	void moreAreBelievedAtOnceAndFewerOnlyAfterTenBeats() {
		LiveInstances instances = new LiveInstances(1);
		instances.counted(4);
		assertThat(instances.get()).isEqualTo(4);
		for (int i = 1; i < LiveInstances.BEATS_KEPT; i++) {
			instances.counted(3);
			assertThat(instances.get()).isEqualTo(4);
		}
		instances.counted(3);
		assertThat(instances.get()).isEqualTo(3);
	}

	@Test
	void thereIsNeverNone() {
		LiveInstances instances = new LiveInstances(2);
		instances.counted(0);
		assertThat(instances.get()).isEqualTo(1);
		assertThatIllegalArgumentException().isThrownBy(() -> new LiveInstances(0))
			.withMessage("instances must be at least 1, not 0");
	}

}
