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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gates of all servers that one connection leads to. Thread-safe.
 */
final class ServerGates {

	private final Map<String, ServerGate> gates = new ConcurrentHashMap<>();

	/**
	 * The gate of a server. Servers come and go, but there are never many.
	 */
	ServerGate of(String server) {
		ServerGate gate = this.gates.get(server);
		return (gate != null) ? gate : this.gates.computeIfAbsent(server, (name) -> new ServerGate());
	}

	/**
	 * A connection broke, and nobody knows to which server.
	 */
	void broken() {
		this.gates.values().forEach(ServerGate::broken);
	}

}
