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

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What one decision took and where, so that exactly that can be given back. A charge
 * remembers that it was given back and is therefore released at most once, however many
 * threads try. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Charge {

	private final String policy;

	private final String key;

	private final Source source;

	private final List<Place> places;

	private final long origin;

	private final AtomicBoolean released = new AtomicBoolean();

	/**
	 * Create a charge; for stores.
	 * @param policy name of the policy that was charged
	 * @param key whose limit was charged
	 * @param source where the permits were taken and must be given back
	 * @param places what was taken, one entry per limit, or a single one where all limits
	 * share one record
	 */
	public Charge(String policy, String key, Source source, List<Place> places) {
		this(policy, key, source, places, 0);
	}

	/**
	 * Create a charge that its store can lose; for stores.
	 * @param policy name of the policy that was charged
	 * @param key whose limit was charged
	 * @param source where the permits were taken and must be given back
	 * @param places what was taken
	 * @param origin by what the store will know whether it still has what was taken
	 */
	public Charge(String policy, String key, Source source, List<Place> places, long origin) {
		this.policy = Objects.requireNonNull(policy, "policy must not be null");
		this.key = Objects.requireNonNull(key, "key must not be null");
		this.source = Objects.requireNonNull(source, "source must not be null");
		this.places = List.copyOf(places);
		this.origin = origin;
	}

	/**
	 * By what its store knows whether it still has what was taken.
	 * @return the number, 0 if the store loses nothing
	 */
	public long origin() {
		return this.origin;
	}

	/**
	 * Name of the policy that was charged.
	 * @return the policy name
	 */
	public String policy() {
		return this.policy;
	}

	/**
	 * Whose limit was charged.
	 * @return the key as the limiter was given it
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Where the permits were taken.
	 * @return the source of the decision
	 */
	public Source source() {
		return this.source;
	}

	/**
	 * What was taken from each limit.
	 * @return the places, in the order of the policy's limits
	 */
	public List<Place> places() {
		return this.places;
	}

	/**
	 * Claim the right to give this charge back.
	 * @return {@code true} for the first caller, {@code false} ever after
	 */
	public boolean claim() {
		return this.released.compareAndSet(false, true);
	}

	@Override
	public String toString() {
		return "Charge[policy=" + this.policy + ", places=" + this.places + ", released=" + this.released + "]";
	}

	/**
	 * What was taken from one limit, in the terms of the algorithm that took it.
	 *
	 * @param permits the limit's permits when charged
	 * @param window the limit's window when charged, in microseconds
	 * @param taken how many permits were taken
	 * @param time buckets and log: the moment of the charge; windows: the start of the
	 * charged slot; microseconds since the epoch
	 * @param used buckets: whole permits in use right after the charge; log: the sequence
	 * number of the first mark; windows: 0
	 * @param remainder buckets: the fraction of a permit in use, over {@code window};
	 * else 0
	 */
	public record Place(long permits, long window, long taken, long time, long used, long remainder) {
	}

}
