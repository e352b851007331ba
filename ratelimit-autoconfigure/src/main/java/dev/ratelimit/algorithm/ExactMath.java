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

/**
 * Products of two longs, compared and divided without rounding and without objects. All
 * arguments are non-negative.
 */
final class ExactMath {

	/** Bits of the multiplier that one round of long division takes in. */
	private static final int CHUNK_BITS = 16;

	private static final long CHUNK_MASK = (1L << CHUNK_BITS) - 1;

	private ExactMath() {
	}

	/**
	 * Compare {@code a x b} with {@code c x d}.
	 * @return negative, zero or positive, as the first product is less, equal or greater
	 */
	static int compareProducts(long a, long b, long c, long d) {
		int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
		return (high != 0) ? high : Long.compareUnsigned(a * b, c * d);
	}

	/**
	 * The whole part of {@code a x b / divisor}.
	 * @param divisor 1 to 2<sup>46</sup>
	 * @throws ArithmeticException if the result does not fit a long
	 */
	static long divideProduct(long a, long b, long divisor) {
		if (fits(a, b)) {
			return a * b / divisor;
		}
		long quotient = 0;
		long remainder = 0;
		long rest = a % divisor;
		for (int shift = 48; shift >= 0; shift -= CHUNK_BITS) {
			long partial = (remainder << CHUNK_BITS) + rest * ((b >>> shift) & CHUNK_MASK);
			quotient = (quotient << CHUNK_BITS) + partial / divisor;
			remainder = partial % divisor;
		}
		return Math.addExact(Math.multiplyExact(a / divisor, b), quotient);
	}

	/**
	 * The remainder of {@code a x b / divisor}.
	 * @param divisor 1 to 2<sup>46</sup>
	 */
	static long remainderOfProduct(long a, long b, long divisor) {
		if (fits(a, b)) {
			return a * b % divisor;
		}
		long remainder = 0;
		long rest = a % divisor;
		for (int shift = 48; shift >= 0; shift -= CHUNK_BITS) {
			remainder = ((remainder << CHUNK_BITS) + rest * ((b >>> shift) & CHUNK_MASK)) % divisor;
		}
		return remainder;
	}

	/**
	 * {@code a x b / divisor}, rounded up.
	 * @param divisor 1 to 2<sup>46</sup>
	 * @throws ArithmeticException if the result does not fit a long
	 */
	static long divideProductUp(long a, long b, long divisor) {
		long quotient = divideProduct(a, b, divisor);
		return (remainderOfProduct(a, b, divisor) > 0) ? quotient + 1 : quotient;
	}

	private static boolean fits(long a, long b) {
		return Math.multiplyHigh(a, b) == 0 && a * b >= 0;
	}

}
