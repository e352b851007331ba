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

package dev.ratelimit.docs;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import dev.ratelimit.Outcome;
import dev.ratelimit.docs.Svg.Shape;
import dev.ratelimit.docs.Trace.Level;
import dev.ratelimit.docs.Trace.Request;

import static dev.ratelimit.docs.Svg.at;

/**
 * Draws a trace: what became of each request; below, what was used; and at the bottom how
 * many requests went on within the last window, which is what a limit is about.
 */
final class Plot {

	private static final int WIDTH = 800;

	private static final int LEFT = 130;

	private static final int RIGHT = 780;

	private static final int ROW = 18;

	private static final int PANEL = 100;

	/** From the top of one panel to that of the next. */
	private static final int PANELS = PANEL + 42;

	private static final int ARRIVALS = 44;

	private final Trace trace;

	private final long worst;

	private final boolean queue;

	private final int levels;

	private final int passed;

	private final Svg svg;

	private Plot(Trace trace, String title, long worst) {
		this.trace = trace;
		this.worst = worst;
		this.queue = trace.requests().stream().anyMatch((request) -> request.outcome() == Outcome.DELAYED);
		this.levels = ARRIVALS + ROW * (this.queue ? 4 : 2) + 30;
		this.passed = this.levels + PANELS;
		this.svg = new Svg(WIDTH, this.passed + PANEL + 46, title);
		this.svg.text(LEFT, 20, "start", title);
	}

	/**
	 * Draw a trace.
	 * @param trace the trace
	 * @param title what it is a trace of
	 * @param worst most requests that the algorithm lets go on within any window
	 * @return the drawing
	 */
	static String of(Trace trace, String title, long worst) {
		return new Plot(trace, title, worst).draw();
	}

	private String draw() {
		windows();
		requests();
		levels();
		passed();
		seconds();
		return this.svg.finish();
	}

	private void windows() {
		List<Integer> begins = this.trace.windows();
		begins.forEach((begin) -> this.svg
			.dashes("M%s %d V%d".formatted(at(x(begin)), ARRIVALS - 10, this.passed + PANEL), "1 3"));
		if (!begins.isEmpty()) {
			this.svg.text(RIGHT, 20, "end", "dotted: a window begins");
		}
	}

	private void requests() {
		row(0, "allowed", Shape.DOT, Outcome.ALLOWED, Request::at);
		if (this.queue) {
			row(1, "delayed", Shape.DIAMOND, Outcome.DELAYED, Request::at);
		}
		row(this.queue ? 2 : 1, "rejected", Shape.CROSS, Outcome.REJECTED, Request::at);
		if (this.queue) {
			heading(3, "departures", Shape.BAR);
			this.trace.requests()
				.stream()
				.filter((request) -> request.outcome().isPermitted())
				.forEach((request) -> this.svg.mark(Shape.BAR, x(request.departs()), ARRIVALS + 3 * ROW));
		}
	}

	private void row(int row, String label, Shape shape, Outcome outcome, ToDoubleFunction<Request> moment) {
		List<Request> requests = this.trace.requests()
			.stream()
			.filter((request) -> request.outcome() == outcome)
			.toList();
		heading(row, label + ": " + requests.size(), shape);
		requests.forEach((request) -> this.svg.mark(shape, x(moment.applyAsDouble(request)), ARRIVALS + row * ROW));
	}

	private void heading(int row, String label, Shape shape) {
		this.svg.mark(shape, LEFT - 12, ARRIVALS + row * ROW);
		this.svg.text(LEFT - 24, ARRIVALS + row * ROW + 4, "end", label);
	}

	private void levels() {
		long capacity = this.trace.policy().capacity();
		panel(this.levels, capacity * 6 / 5, this.queue ? "places taken" : "used", Level::used);
		String line = switch (this.trace.policy().algorithm()) {
			case TOKEN_BUCKET -> "burst: ";
			case LEAKY_BUCKET -> "queue full: ";
			case FIXED_WINDOW, SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER -> "limit: ";
		};
		line(this.levels, capacity * 6 / 5, capacity, line + capacity, "6 3");
	}

	private void passed() {
		long limit = this.trace.policy().limits().get(0).permits();
		long top = limit * 12 / 5;
		panel(this.passed, top,
				(this.queue ? "departed" : "allowed")
						+ " within the last %d s".formatted(this.trace.window().toSeconds()),
				(level) -> this.trace.passed(level.at()));
		boolean exact = this.worst == limit;
		line(this.passed, top, limit, (exact ? "limit and worst case: " : "limit: ") + limit, "6 3");
		if (!exact) {
			line(this.passed, top, this.worst, "worst case: " + this.worst, "2 2");
		}
	}

	private void panel(int y, long top, String title, ToLongFunction<Level> value) {
		this.svg.axis("M%d %d V%d H%d".formatted(LEFT, y, y + PANEL, RIGHT));
		this.svg.text(LEFT + 6, y - 6, "start", title);
		for (long permits = 0; permits <= top; permits += 5) {
			this.svg.text(LEFT - 8, y(y, top, permits) + 4, "end", String.valueOf(permits));
		}
		StringBuilder path = new StringBuilder();
		long before = -1;
		for (Level level : this.trace.levels()) {
			long now = value.applyAsLong(level);
			if (now != before) {
				path.append(path.isEmpty() ? "M" + at(x(level.at())) + " " : " H" + at(x(level.at())) + " V")
					.append(at(y(y, top, now)));
			}
			before = now;
		}
		this.svg.curve(path.append(" H").append(RIGHT).toString());
	}

	private void line(int y, long top, long permits, String label, String dashes) {
		String height = at(y(y, top, permits));
		this.svg.dashes("M%d %s H%d".formatted(LEFT, height, RIGHT), dashes);
		this.svg.text(RIGHT, y(y, top, permits) - 4, "end", label);
	}

	private void seconds() {
		int y = this.passed + PANEL;
		for (int second = 0; second * 1000 <= Trace.END; second += 5) {
			this.svg.axis("M%s %d v5".formatted(at(x(second * 1000)), y));
			this.svg.text(x(second * 1000), y + 20, "middle", second + " s");
		}
	}

	private static double x(double millis) {
		return LEFT + (RIGHT - LEFT) * millis / Trace.END;
	}

	private static double y(int y, long top, long permits) {
		return y + PANEL - PANEL * (double) permits / top;
	}

}
