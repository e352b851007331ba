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

package dev.ratelimit.redis;

import java.util.Arrays;

import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a script's reply.
 */
final class ScriptReply {

	private static final long LAYOUT = 1;

	private static final long LIMIT = 1;

	private static final int HEAD = 4;

	private final long[] numbers;

	private final long origin;

	private ScriptReply(long[] numbers, long origin) {
		this.numbers = numbers;
		this.origin = origin;
	}

	/**
	 * By what the server that replied is known.
	 * @see ServerGate#origin()
	 */
	long origin() {
		return this.origin;
	}

	/**
	 * The moment of the decision on the clock of the store, in microseconds.
	 */
	long now() {
		return this.numbers[1];
	}

	/**
	 * How many of the requests were granted.
	 */
	long granted() {
		return this.numbers[2];
	}

	/**
	 * How many numbers follow: what a debt took, then the state.
	 */
	int size() {
		return this.numbers.length - HEAD;
	}

	/**
	 * One of the numbers that follow.
	 */
	long number(int index) {
		return this.numbers[HEAD + index];
	}

	static ScriptReply parse(byte @Nullable [] reply, long origin) {
		long[] numbers = numbers(reply);
		if (numbers.length < HEAD || numbers[0] != LAYOUT || numbers[3] > LIMIT) {
			throw unreadable();
		}
		return new ScriptReply(numbers, origin);
	}

	private static long[] numbers(byte @Nullable [] reply) {
		if (reply == null || reply.length == 0) {
			throw unreadable();
		}
		long[] numbers = new long[(reply.length + 1) / 2];
		int count = 0;
		long number = 0;
		boolean negative = false;
		for (byte character : reply) {
			if (character >= '0' && character <= '9') {
				number = number * 10 + (character - '0');
			}
			else if (character == ' ') {
				numbers[count++] = negative ? -number : number;
				number = 0;
				negative = false;
			}
			else if (character == '-') {
				negative = true;
			}
			else {
				throw unreadable();
			}
		}
		numbers[count++] = negative ? -number : number;
		return Arrays.copyOf(numbers, count);
	}

	private static RateLimitStoreException unreadable() {
		return new RateLimitStoreException(Kind.PERMANENT, "Redis replied what no script of this version replies",
				null);
	}

}
