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

package dev.ratelimit.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import static org.awaitility.Awaitility.await;

/**
 * A real Redis master with two replicas on loopback, and three Sentinels that watch it. A
 * master that is killed is followed by a replica after about two seconds.
 */
public final class RedisSentinels implements AutoCloseable {

	/** By what name the Sentinels know the master. */
	public static final String MASTER = "limits";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer master = RedisServer.launch("--repl-diskless-sync-delay", "0");

	private final List<RedisServer> replicas = new ArrayList<>();

	private final List<RedisServer> sentinels = new ArrayList<>();

	/**
	 * Start all. Takes a few seconds.
	 */
	public RedisSentinels() {
		String address = this.master.host() + " " + this.master.port();
		for (int i = 0; i < 2; i++) {
			this.replicas.add(RedisServer.launch("--replicaof", address, "--repl-diskless-sync-delay", "0"));
		}
		await().alias("replicas")
			.atMost(PATIENCE)
			.until(() -> this.replicas.stream()
				.allMatch((replica) -> replica.read("INFO replication").contains("master_link_status:up")));
		for (int i = 0; i < 3; i++) {
			RedisServer sentinel = RedisServer.launch("--sentinel");
			this.sentinels.add(sentinel);
			sentinel.ask("SENTINEL MONITOR %s %s 2".formatted(MASTER, address));
			sentinel.ask("SENTINEL SET %s down-after-milliseconds 1000".formatted(MASTER));
			sentinel.ask("SENTINEL SET %s failover-timeout 3000".formatted(MASTER));
		}
		await().alias("sentinels")
			.atMost(PATIENCE)
			.until(() -> this.sentinels.stream()
				.allMatch((sentinel) -> sentinel.read("INFO sentinel").contains("slaves=2,sentinels=3")));
	}

	/**
	 * The Sentinels as a client's configuration names them.
	 * @return host and port of each
	 */
	public List<String> sentinels() {
		return this.sentinels.stream().map((sentinel) -> sentinel.host() + ":" + sentinel.port()).toList();
	}

	/**
	 * The server that was the master at the start.
	 * @return the server
	 */
	public RedisServer master() {
		return this.master;
	}

	@Override
	public void close() {
		this.sentinels.forEach(RedisServer::close);
		this.replicas.forEach(RedisServer::close);
		this.master.close();
	}

}
