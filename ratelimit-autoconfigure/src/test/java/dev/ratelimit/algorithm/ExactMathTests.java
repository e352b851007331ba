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

package dev.ratelimit.algorithm;

import java.math.BigInteger;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The exact arithmetic against {@link BigInteger}.
 */
class ExactMathTests {

	private static final long MAX_DIVISOR = 1L << 46;

	@Test
	void productsOfAnySizeAreComparedAndDividedExactly() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int i = 0; i < 200_000; i++) {
			long a = number(random, 62);
			long b = number(random, 46);
			long c = number(random, 62);
			long d = number(random, 46);
			assertThat(Integer.signum(ExactMath.compareProducts(a, b, c, d)))
				.as("seed %d: %d x %d, %d x %d", seed, a, b, c, d)
				.isEqualTo(product(a, b).compareTo(product(c, d)));
			long divisor = 1 + number(random, 46) % MAX_DIVISOR;
			BigInteger[] expected = product(a, b).divideAndRemainder(BigInteger.valueOf(divisor));
			assertThat(ExactMath.remainderOfProduct(a, b, divisor)).as("seed %d: %d x %d %% %d", seed, a, b, divisor)
				.isEqualTo(expected[1].longValueExact());
			if (expected[0].bitLength() < 63) {
				assertThat(ExactMath.divideProduct(a, b, divisor)).as("seed %d: %d x %d / %d", seed, a, b, divisor)
					.isEqualTo(expected[0].longValueExact());
				assertThat(ExactMath.divideProductUp(a, b, divisor))
					.isEqualTo(expected[0].longValueExact() + expected[1].signum());
			}
		}
	}

	@Test
	void equalProductsOfDifferentFactorsAreEqual() {
		assertThat(ExactMath.compareProducts(1L << 61, 1L << 20, 1L << 41, 1L << 40)).isZero();
		assertThat(ExactMath.compareProducts(3L << 32, 1L << 31, 3L << 31, 1L << 32)).isZero();
	}

	@Test
	void quotientBeyondALongIsAnError() {
		assertThatExceptionOfType(ArithmeticException.class)
			.isThrownBy(() -> ExactMath.divideProduct(Long.MAX_VALUE, Long.MAX_VALUE, 1));
	}

	private static long number(Random random, int bits) {
		return random.nextLong() >>> (64 - 1 - random.nextInt(bits));
	}

	private static BigInteger product(long a, long b) {
		return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
	}

}
