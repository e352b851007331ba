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

package dev.ratelimit;

/**
 * The ways of counting that a policy can choose from.
 *
 * @since 0.1.0
 */
public enum Algorithm {

	/**
	 * Permits refill at a steady rate up to a burst: an idle caller may burst, the
	 * long-run average stays bounded.
	 */
	TOKEN_BUCKET("tb"),

	/**
	 * A bounded first-in-first-out queue drained at a constant rate: what follows sees a
	 * smooth arrival rate.
	 */
	LEAKY_BUCKET("lb"),

	/**
	 * One counter per slot of time: cheapest, and up to twice the limit can pass across a
	 * slot boundary.
	 */
	FIXED_WINDOW("fw"),

	/**
	 * Every admitted permit leaves a timestamp: exact, at the price of memory that grows
	 * with traffic.
	 */
	SLIDING_WINDOW_LOG("sl"),

	/**
	 * Two counters, the previous slot weighted by its overlap: two numbers per caller,
	 * approximate by a few per cent. The default.
	 */
	SLIDING_WINDOW_COUNTER("sw");

	private final String code;

	Algorithm(String code) {
		this.code = code;
	}

	/**
	 * Two lower-case letters that stand for the algorithm in store keys.
	 * @return the code, part of every stored key and therefore never changed
	 */
	public String code() {
		return this.code;
	}

}
