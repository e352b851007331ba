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

import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import dev.ratelimit.RateLimitPolicy;
import dev.ratelimit.RateLimitStoreException;
import dev.ratelimit.RateLimitStoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the store answers: as the last call says. Thread-safe; shared by all
 * limiters of a store.
 *
 * @since 0.1.0
 */
public final class StoreWatch {

	/** How a server fails that answers, but not with what was asked for. */
	private static final Set<Kind> REFUSALS = EnumSet.of(Kind.UNAVAILABLE, Kind.OOM, Kind.PERMANENT);

	private final InstantSource clock;

	private final List<StoreListener> listeners;

	private final FailureLog log;

	/** The failure that lasts; nothing while the store answers. */
	private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

	private volatile @Nullable LastFailure lastFailure;

	/**
	 * Create a watch that begins with a store that answers.
	 * @param clock tells since when it does not
	 * @param listeners told of what fails
	 */
	public StoreWatch(InstantSource clock, List<? extends StoreListener> listeners) {
		this.clock = clock;
		this.listeners = List.copyOf(listeners);
		this.log = new FailureLog(clock);
	}

	/**
	 * A call was answered.
	 */
	public void answered() {
		if (this.failure.get() != null) {
			this.failure.set(null);
		}
		this.log.answered();
	}

	/**
	 * A call was answered that writes nothing, and so cannot tell whether the store takes
	 * what is written.
	 */
	public void looked() {
		answeredUnless(REFUSALS);
	}

	/**
	 * A call was answered that writes but decides nothing: the store serves, though
	 * perhaps not those calls that it refuses for good.
	 */
	public void reachable() {
		answeredUnless(EnumSet.of(Kind.PERMANENT));
	}

	private void answeredUnless(Set<Kind> kinds) {
		Failure failure = this.failure.get();
		if (failure == null || !kinds.contains(failure.kind())) {
			answered();
		}
	}

	/**
	 * A call failed, and a policy's failure mode decides instead.
	 * @param policy the policy
	 * @param exception what happened
	 */
	public void failed(RateLimitPolicy policy, RateLimitStoreException exception) {
		failed(exception);
		this.log.failed(policy, exception);
		this.listeners.forEach((listener) -> listener.onFailure(policy, exception.kind()));
	}

	/**
	 * A call failed that decides nothing.
	 * @param exception what happened
	 */
	public void failed(RateLimitStoreException exception) {
		Instant now = this.clock.instant();
		Failure failure = this.failure.updateAndGet((known) -> following(known, exception.kind(), now));
		this.lastFailure = new LastFailure(failure.kind(), now);
	}

	/**
	 * Calls that are spared because others failed say nothing new.
	 */
	private static Failure following(@Nullable Failure known, Kind kind, Instant now) {
		if (known == null) {
			return new Failure(kind, now);
		}
		return new Failure((kind != Kind.CIRCUIT_OPEN) ? kind : known.kind(), known.since());
	}

	/**
	 * Something that was taken was to be given back.
	 * @param policy the policy
	 * @param done whether the store took it back
	 */
	public void released(RateLimitPolicy policy, boolean done) {
		this.listeners.forEach((listener) -> listener.onRelease(policy, done));
	}

	/**
	 * What is wrong.
	 * @return the failure, absent while the store answers
	 */
	public @Nullable Failure failure() {
		return this.failure.get();
	}

	/**
	 * What went wrong last, also if the store answers again.
	 * @return the last failed call, absent if there has been none since the start
	 */
	public @Nullable LastFailure lastFailure() {
		return this.lastFailure;
	}

	/**
	 * A call failed.
	 *
	 * @param kind how it did
	 * @param at when it did
	 */
	public record LastFailure(Kind kind, Instant at) {

	}

	/**
	 * Calls fail.
	 *
	 * @param kind how the last one did
	 * @param since when the first one of an unbroken row did
	 */
	public record Failure(Kind kind, Instant since) {

	}

}
