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

/**
 * Writes a drawing as SVG, one element per line. Coordinates are rounded to a tenth of a
 * point, so that the text is the same everywhere.
 */
final class Svg {

	private static final String INK = "#222222";

	private final StringBuilder text = new StringBuilder();

	/**
	 * Start a drawing on white, to be readable on a dark page as well.
	 */
	Svg(int width, int height, String title) {
		line("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
				+ " role=\"img\" font-family=\"sans-serif\" font-size=\"12\">", width, height, width, height);
		line("<title>%s</title>", title);
		line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", width, height);
	}

	/**
	 * The shape of a mark. Shapes differ, so that nobody needs to see their colours.
	 */
	enum Shape {

		DOT, DIAMOND, CROSS, BAR

	}

	void mark(Shape shape, double x, double y) {
		switch (shape) {
			case DOT -> line("<circle cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"#1a7f37\"/>", at(x), at(y));
			case DIAMOND -> line(
					"<path d=\"M%s %s l4 4 l-4 4 l-4 -4 z\" fill=\"#ffffff\" stroke=\"#9a6700\" stroke-width=\"1.5\"/>",
					at(x), at(y - 4));
			case CROSS -> line("<path d=\"M%s %s l6 6 m0 -6 l-6 6\" stroke=\"#b42318\" stroke-width=\"1.5\"/>",
					at(x - 3), at(y - 3));
			case BAR -> line("<path d=\"M%s %s v8\" stroke=\"#1a7f37\" stroke-width=\"2\"/>", at(x), at(y - 4));
		}
	}

	void curve(String path) {
		line("<path d=\"%s\" fill=\"none\" stroke=\"#1f4e9c\" stroke-width=\"2\"/>", path);
	}

	void axis(String path) {
		line("<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>", path, INK);
	}

	void dashes(String path, String dashes) {
		line("<path d=\"%s\" fill=\"none\" stroke=\"#666666\" stroke-dasharray=\"%s\"/>", path, dashes);
	}

	void text(double x, double y, String anchor, String text) {
		line("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"%s\">%s</text>", at(x), at(y), anchor, INK, text);
	}

	static String at(double coordinate) {
		return String.format(Locale.ROOT, "%.1f", coordinate);
	}

	String finish() {
		line("</svg>");
		return this.text.toString();
	}

	private void line(String format, Object... arguments) {
		this.text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
	}

}
