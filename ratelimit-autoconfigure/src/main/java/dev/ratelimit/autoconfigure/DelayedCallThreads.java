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

package dev.ratelimit.autoconfigure;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Threads for delayed calls in an application that has no executor. No bean, for that
 * would keep Spring Boot from making its own. There are never more of them than calls
 * that have waited, they go when there is nothing to do, and they do not keep the process
 * alive.
 */
final class DelayedCallThreads {

	private static final int IDLE_SECONDS = 10;

	private DelayedCallThreads() {
	}

	static Executor newExecutor() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("ratelimit-call-");
		threads.setDaemon(true);
		return new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(),
				threads);
	}

}
