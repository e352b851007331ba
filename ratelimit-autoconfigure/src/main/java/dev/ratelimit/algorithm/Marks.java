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

import java.util.Arrays;

/**
 * The marks of a sliding window log, oldest first: one per permit, each a moment and a
 * number that tells marks of one moment apart. A value that is never seen to change;
 * appending to the newest version reuses its array, so that a long log is not copied at
 * every request. Versions of one log must be made by one thread at a time.
 */
public final class Marks {

	static final Marks NONE = new Marks(new Buffer(0), 0, 0);

	private final Buffer buffer;

	private final int head;

	private final int tail;

	private Marks(Buffer buffer, int head, int tail) {
		this.buffer = buffer;
		this.head = head;
		this.tail = tail;
	}

	/**
	 * How many marks there are.
	 * @return the size, at least 0
	 */
	public int size() {
		return this.tail - this.head;
	}

	boolean isEmpty() {
		return this.tail == this.head;
	}

	/**
	 * The moment of the mark that has {@code rank} newer ones.
	 */
	long timeFromNewest(long rank) {
		return this.buffer.times[this.tail - 1 - (int) rank];
	}

	/**
	 * The number that the next mark of a moment gets: one above the highest.
	 */
	int nextSequence(long time) {
		return (!isEmpty() && timeFromNewest(0) == time) ? this.buffer.sequences[this.tail - 1] + 1 : 0;
	}

	/**
	 * How many marks are later than a moment.
	 */
	int countAfter(long time) {
		return this.tail - firstAfter(time);
	}

	private int firstAfter(long time) {
		int low = this.head;
		int high = this.tail;
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (this.buffer.times[middle] > time) {
				high = middle;
			}
			else {
				low = middle + 1;
			}
		}
		return low;
	}

	/**
	 * Only the marks later than a moment.
	 */
	Marks after(long time) {
		int first = firstAfter(time);
		return (first == this.head) ? this : new Marks(this.buffer, first, this.tail);
	}

	/**
	 * Only the newest marks.
	 */
	Marks newest(long count) {
		return (size() <= count) ? this : new Marks(this.buffer, this.tail - (int) count, this.tail);
	}

	/**
	 * These marks and more at a moment that is not before any of them.
	 */
	Marks plus(long time, int count) {
		int sequence = nextSequence(time);
		Buffer target = this.buffer;
		int from = this.head;
		int end = this.tail;
		if (target.end != end || target.times.length - end < count) {
			target = new Buffer(Math.max(4, (size() + count) * 2));
			System.arraycopy(this.buffer.times, this.head, target.times, 0, size());
			System.arraycopy(this.buffer.sequences, this.head, target.sequences, 0, size());
			from = 0;
			end = size();
		}
		for (int i = 0; i < count; i++) {
			target.times[end + i] = time;
			target.sequences[end + i] = sequence + i;
		}
		target.end = end + count;
		return new Marks(target, from, target.end);
	}

	/**
	 * These marks on a clock that has stepped back: later ones move to now.
	 */
	Marks clamped(long now) {
		int late = countAfter(now);
		return (late == 0) ? this : new Marks(this.buffer, this.head, this.tail - late).plus(now, late);
	}

	/**
	 * These marks without those that one charge left.
	 */
	Marks without(long time, long sequence, long count) {
		Marks rest = NONE;
		for (int i = this.head; i < this.tail; i++) {
			int number = this.buffer.sequences[i];
			if (this.buffer.times[i] != time || number < sequence || number >= sequence + count) {
				rest = rest.plusOne(this.buffer.times[i], number);
			}
		}
		return (rest.size() == size()) ? this : rest;
	}

	private Marks plusOne(long time, int sequence) {
		Marks marks = plus(time, 1);
		marks.buffer.sequences[marks.tail - 1] = sequence;
		return marks;
	}

	@Override
	public String toString() {
		return Arrays.toString(Arrays.copyOfRange(this.buffer.times, this.head, this.tail));
	}

	private static final class Buffer {

		private final long[] times;

		private final int[] sequences;

		private int end;

		Buffer(int size) {
			this.times = new long[size];
			this.sequences = new int[size];
		}

	}

}
