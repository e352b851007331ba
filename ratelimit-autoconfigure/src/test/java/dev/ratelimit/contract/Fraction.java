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

package dev.ratelimit.contract;

import java.math.BigInteger;

/**
 * A rational number. Nothing is ever rounded until {@link #floor()} or {@link #ceil()}
 * asks for it.
 *
 * @param numerator any integer
 * @param denominator a positive integer
 */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {

	static final Fraction ZERO = of(0);

	static Fraction of(long whole) {
		return of(whole, 1);
	}

	static Fraction of(long numerator, long denominator) {
		return new Fraction(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
	}

	Fraction plus(Fraction other) {
		if (this.denominator.equals(other.denominator)) {
			return new Fraction(this.numerator.add(other.numerator), this.denominator);
		}
		return new Fraction(this.numerator.multiply(other.denominator).add(other.numerator.multiply(this.denominator)),
				this.denominator.multiply(other.denominator));
	}

	Fraction minus(Fraction other) {
		return plus(new Fraction(other.numerator.negate(), other.denominator));
	}

	Fraction times(Fraction other) {
		return new Fraction(this.numerator.multiply(other.numerator), this.denominator.multiply(other.denominator));
	}

	Fraction max(Fraction other) {
		return (compareTo(other) >= 0) ? this : other;
	}

	Fraction min(Fraction other) {
		return (compareTo(other) <= 0) ? this : other;
	}

	boolean isAtMost(Fraction other) {
		return compareTo(other) <= 0;
	}

	long floor() {
		BigInteger[] parts = this.numerator.divideAndRemainder(this.denominator);
		return ((parts[1].signum() < 0) ? parts[0].subtract(BigInteger.ONE) : parts[0]).longValueExact();
	}

	long ceil() {
		return -new Fraction(this.numerator.negate(), this.denominator).floor();
	}

	/**
	 * Compare by value, so that 1/2 and 2/4 are alike; unlike the record's equality.
	 */
	@Override
	public int compareTo(Fraction other) {
		return this.numerator.multiply(other.denominator).compareTo(other.numerator.multiply(this.denominator));
	}

}
