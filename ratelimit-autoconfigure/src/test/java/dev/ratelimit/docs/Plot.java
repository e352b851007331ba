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

import java.util.Locale;

import dev.ratelimit.Outcome;
import dev.ratelimit.docs.Trace.Request;

/**
 * Draws a trace as SVG: above, what became of each request; below, what remained.
 */
final class Plot {

	private static final int WIDTH = 800;

	private static final int LEFT = 90;

	private static final int RIGHT = 780;

	private static final int ARRIVALS = 62;

	private static final int DEPARTURES = 92;

	private static final int TOP = 130;

	private static final int BOTTOM = 290;

	private final Trace trace;

	private final boolean queue;

	private final StringBuilder svg = new StringBuilder();

	private Plot(Trace trace) {
		this.trace = trace;
		this.queue = trace.requests().stream().anyMatch((request) -> request.outcome() == Outcome.DELAYED);
	}

	static String of(Trace trace) {
		return new Plot(trace).draw();
	}

	private String draw() {
		line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d 340\" font-family=\"sans-serif\" font-size=\"12\">"
			.formatted(WIDTH));
		line("<rect width=\"%d\" height=\"340\" fill=\"#ffffff\"/>".formatted(WIDTH));
		text(LEFT, 20, "start", "%s %s"
			.formatted(this.trace.policy().algorithm().name().toLowerCase(Locale.ROOT).replace('_', '-'), limit()));
		legend();
		windows();
		axes();
		remaining();
		this.trace.requests().forEach(this::mark);
		line("</svg>");
		return this.svg.toString();
	}

	private String limit() {
		return this.trace.policy().limits().get(0) + (this.queue ? ", queue " + this.trace.policy().queue() : "");
	}

	private void legend() {
		dot(LEFT + 6, 36);
		text(LEFT + 16, 40, "start", "allowed");
		int x = LEFT + 90;
		if (this.queue) {
			diamond(x, 36);
			text(x + 10, 40, "start", "delayed");
			x += 84;
		}
		cross(x, 36);
		text(x + 10, 40, "start", "rejected");
		text(LEFT - 10, ARRIVALS + 4, "end", "arrivals");
		if (this.queue) {
			text(LEFT - 10, DEPARTURES + 4, "end", "departures");
		}
	}

	private void windows() {
		for (int begin : this.trace.windows()) {
			line("<path d=\"M%s %d V%d\" stroke=\"#999999\" stroke-dasharray=\"4 3\"/>".formatted(x(begin),
					ARRIVALS - 12, BOTTOM));
		}
	}

	private void axes() {
		line("<path d=\"M%d %d V%d H%d\" fill=\"none\" stroke=\"#222222\"/>".formatted(LEFT, TOP, BOTTOM, RIGHT));
		for (int second = 0; second * 1000 <= Trace.END; second += 5) {
			line("<path d=\"M%s %d v5\" stroke=\"#222222\"/>".formatted(x(second * 1000), BOTTOM));
			text(x(second * 1000), BOTTOM + 18, "middle", second + " s");
		}
		long capacity = this.trace.policy().capacity();
		for (long permits = 0; permits <= capacity; permits += capacity / 2) {
			text(LEFT - 8, y(permits) + 4, "end", String.valueOf(permits));
		}
		text(LEFT, BOTTOM + 38, "start", "remaining permits over time");
	}

	private void remaining() {
		StringBuilder path = new StringBuilder("M" + x(0) + " " + y(this.trace.remaining().get(0)));
		for (int i = 1; i < this.trace.remaining().size(); i++) {
			if (!this.trace.remaining().get(i).equals(this.trace.remaining().get(i - 1))) {
				path.append(" H").append(x(i * Trace.STEP)).append(" V").append(y(this.trace.remaining().get(i)));
			}
		}
		path.append(" H").append(x(Trace.END));
		line("<path d=\"%s\" fill=\"none\" stroke=\"#1f4e9c\" stroke-width=\"2\"/>".formatted(path));
	}

	private void mark(Request request) {
		double x = x(request.at());
		switch (request.outcome()) {
			case ALLOWED -> dot(x, ARRIVALS);
			case DELAYED -> diamond(x, ARRIVALS);
			default -> cross(x, ARRIVALS);
		}
		if (this.queue && request.outcome().isPermitted()) {
			dot(x(request.departs()), DEPARTURES);
		}
	}

	private void dot(double x, double y) {
		line("<circle cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"#1a7f37\"/>".formatted(x, y));
	}

	private void diamond(double x, double y) {
		line("<path d=\"M%s %s l5 5 l-5 5 l-5 -5 z\" fill=\"#ffffff\" stroke=\"#9a6700\" stroke-width=\"2\"/>"
			.formatted(x, y - 5));
	}

	private void cross(double x, double y) {
		line("<path d=\"M%s %s l8 8 m0 -8 l-8 8\" stroke=\"#b42318\" stroke-width=\"2\"/>".formatted(x - 4, y - 4));
	}

	private void text(double x, double y, String anchor, String text) {
		line("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"#222222\">%s</text>".formatted(x, y, anchor, text));
	}

	private void line(String line) {
		this.svg.append(line).append('\n');
	}

	/**
	 * To a tenth of a point, so that the text is the same everywhere.
	 */
	private static double x(double millis) {
		return Math.round((LEFT + (RIGHT - LEFT) * millis / Trace.END) * 10) / 10.0;
	}

	private double y(long permits) {
		return Math.round((BOTTOM - (BOTTOM - TOP) * (double) permits / this.trace.policy().capacity()) * 10) / 10.0;
	}

}
