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

/**
 * Hears of every pass once its verdict is known: for meters, events and abuse detection.
 * Called on the thread that learns the verdict, before the request goes on, so
 * implementations are quick, thread-safe and never throw.
 *
 * @since 0.1.0
 */
public interface PassListener {

	/**
	 * A pass came to its verdict.
	 * @param event the pass
	 */
	void onPass(PassEvent event);

}
