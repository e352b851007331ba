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
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Where those wait who were admitted with a delay. It has a bounded number of seats, for
 * whoever waits holds a connection and memory, or a thread; how many may wait for one
 * limit is the business of its policy. Thread-safe.
 *
 * @since 0.1.0
 */
public final class WaitingRoom implements AutoCloseable {

	/** Most who wait at once unless said otherwise. */
	public static final int DEFAULT_SEATS = 1000;

	private final int seats;

	private final AtomicInteger taken = new AtomicInteger();

	private final ScheduledExecutorService timer;

	private final Set<Seat> waitingToBeCalled = ConcurrentHashMap.newKeySet();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final DecisionAge age = new DecisionAge();

	/**
	 * Open a waiting room.
	 * @param seats most who wait at once, at least 1
	 */
	public WaitingRoom(int seats) {
		if (seats < 1) {
			throw new IllegalArgumentException("seats must be at least 1, not " + seats);
		}
		this.seats = seats;
		this.timer = newTimer();
	}

	private static ScheduledExecutorService newTimer() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = Executors.defaultThreadFactory().newThread(task);
			thread.setName("ratelimit-delay");
			thread.setDaemon(true);
			return thread;
		});
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

	/**
	 * Take a seat, before it is known whether there is anything to wait for.
	 * @return the seat, which must be left; {@code null} if all are taken
	 */
	public @Nullable Seat take() {
		while (true) {
			int now = this.taken.get();
			if (now >= this.seats) {
				return null;
			}
			if (this.taken.compareAndSet(now, now + 1)) {
				return new Seat();
			}
		}
	}

	/**
	 * What somebody without a seat asks: as before, but refused by whatever would delay
	 * it.
	 * @param asks what somebody with a seat asks
	 * @return the same policies, keys and permits
	 */
	public static List<Ask> withoutSeat(List<Ask> asks) {
		return asks.stream()
			.map((ask) -> new Ask(new StandingRateLimiter(ask.limiter()), ask.key(), ask.permits(), ask.shared(),
					ask.route()))
			.toList();
	}

	/**
	 * How long is left to wait until the turn of somebody who was told to, counted from
	 * the decision rather than from now. To be asked once, as soon as the verdict is
	 * there.
	 * @param verdict what was decided
	 * @param asked when it was asked for, in terms of {@link System#nanoTime()}
	 * @return what is left of {@link Verdict#delay()}, at least 0; so long after
	 * {@code asked} as the delay is, or longer
	 */
	public Duration untilTurn(Verdict verdict, long asked) {
		long now = System.nanoTime();
		long left = 0;
		for (Answer answer : verdict.answers()) {
			Duration delay = answer.decision().delay();
			if (!delay.isZero() && !answer.givenBack()) {
				left = Math.max(left, delay.toNanos() - this.age.nanos(answer, asked, now));
			}
		}
		return Duration.ofNanos(left);
	}

	/**
	 * How many may wait at once.
	 * @return the number, at least 1
	 */
	public int seats() {
		return this.seats;
	}

	/**
	 * How many seats are taken.
	 * @return the number
	 */
	public int waiting() {
		return this.taken.get();
	}

	/**
	 * Stop calling anybody in: the wait of everybody is broken off.
	 */
	@Override
	public void close() {
		this.timer.shutdownNow();
		this.closed.countDown();
		this.waitingToBeCalled.forEach(Seat::breakOff);
	}

	/**
	 * One seat. Thread-safe.
	 */
	public final class Seat {

		private final AtomicBoolean left = new AtomicBoolean();

		private volatile @Nullable Future<?> turn;

		private volatile @Nullable Runnable brokenOff;

		private Seat() {
		}

		/**
		 * Wait here for a while, on the thread of the caller.
		 * @param delay how long, exact to what the system's timers can do, never shorter
		 * @throws InterruptedException if the thread is interrupted
		 * @throws RejectedExecutionException if the room is closed, or closes meanwhile
		 */
		public void sit(Duration delay) throws InterruptedException {
			if (WaitingRoom.this.closed.await(delay.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new RejectedExecutionException("The waiting room is closed");
			}
		}

		/**
		 * Be called in after a while.
		 * @param delay how long, never shorter
		 * @param turn what to do then, unless the seat has been left by then; short, for
		 * it runs on the one thread that calls everybody; it leaves the seat itself
		 * @param brokenOff what to do instead if the room closes before; it leaves the
		 * seat itself
		 * @throws RejectedExecutionException if the room is closed
		 */
		public void callAfter(Duration delay, Runnable turn, Runnable brokenOff) {
			this.brokenOff = brokenOff;
			WaitingRoom.this.waitingToBeCalled.add(this);
			try {
				this.turn = WaitingRoom.this.timer.schedule(turn, delay.toNanos(), TimeUnit.NANOSECONDS);
			}
			catch (RejectedExecutionException ex) {
				WaitingRoom.this.waitingToBeCalled.remove(this);
				throw ex;
			}
			if (this.left.get()) {
				stopWaiting();
			}
		}

		/**
		 * Leave the seat.
		 * @return whether it was still taken: who leaves first acts, and only once
		 */
		public boolean leave() {
			boolean first = this.left.compareAndSet(false, true);
			if (first) {
				WaitingRoom.this.taken.decrementAndGet();
				stopWaiting();
			}
			return first;
		}

		private void stopWaiting() {
			WaitingRoom.this.waitingToBeCalled.remove(this);
			Future<?> turn = this.turn;
			if (turn != null) {
				turn.cancel(false);
			}
		}

		private void breakOff() {
			Runnable brokenOff = this.brokenOff;
			if (brokenOff != null) {
				brokenOff.run();
			}
		}

	}

}
