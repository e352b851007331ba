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
import java.util.function.BooleanSupplier;

import io.lettuce.core.cluster.SlotHash;

import static org.awaitility.Awaitility.await;

/**
 * A real Redis Cluster on loopback: three masters with a replica each. A master that is
 * killed is followed by its replica after about two seconds; meanwhile the others serve
 * their keys, as <code>cluster-require-full-coverage no</code> makes them.
 */
public final class RedisCluster implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int MASTERS = 3;

	private final List<RedisServer> masters = new ArrayList<>();

	private final List<RedisServer> replicas = new ArrayList<>();

	/**
	 * Start a cluster. Takes a few seconds.
	 */
	public RedisCluster() {
		for (int i = 0; i < MASTERS; i++) {
			this.masters.add(node());
			this.replicas.add(node());
		}
		RedisServer first = this.masters.get(0);
		for (int i = 0; i < MASTERS; i++) {
			expectOk(this.masters.get(i)
				.ask("CLUSTER ADDSLOTSRANGE %d %d".formatted(firstSlot(i), firstSlot(i + 1) - 1)));
			// an epoch each, so that they need not settle a conflict first
			expectOk(this.masters.get(i).ask("CLUSTER SET-CONFIG-EPOCH " + (i + 1)));
		}
		all().forEach((node) -> expectOk(node.ask("CLUSTER MEET %s %d".formatted(first.host(), first.port()))));
		awaitAll("nodes that know each other", () -> all().stream()
			.allMatch((node) -> node.read("CLUSTER INFO").contains("cluster_known_nodes:" + 2 * MASTERS)));
		for (int i = 0; i < MASTERS; i++) {
			expectOk(this.replicas.get(i).ask("CLUSTER REPLICATE " + this.masters.get(i).read("CLUSTER MYID")));
		}
		awaitAll("replicas and slots",
				() -> all().stream().allMatch((node) -> node.read("CLUSTER INFO").contains("cluster_state:ok"))
						&& this.replicas.stream()
							.allMatch((node) -> node.read("INFO replication").contains("master_link_status:up")));
	}

	private static RedisServer node() {
		return RedisServer.launch("--cluster-enabled", "yes", "--cluster-node-timeout", "1000",
				"--cluster-require-full-coverage", "no", "--repl-diskless-sync-delay", "0");
	}

	private static int firstSlot(int master) {
		return SlotHash.SLOT_COUNT * master / MASTERS;
	}

	private static void expectOk(String reply) {
		if (!reply.equals("+OK")) {
			throw new IllegalStateException(reply);
		}
	}

	private static void awaitAll(String what, BooleanSupplier condition) {
		await().alias(what).atMost(PATIENCE).until(condition::getAsBoolean);
	}

	/**
	 * All nodes as a client's configuration names them.
	 * @return host and port of each
	 */
	public List<String> nodes() {
		return all().stream().map((node) -> node.host() + ":" + node.port()).toList();
	}

	/**
	 * The masters as they were at the start.
	 * @return three servers
	 */
	public List<RedisServer> masters() {
		return this.masters;
	}

	/**
	 * The server that was the master of a key at the start.
	 * @param key the whole key, hash tag included
	 * @return one of {@link #masters()}
	 */
	public RedisServer masterOf(String key) {
		int slot = SlotHash.getSlot(key);
		int master = 0;
		while (slot >= firstSlot(master + 1)) {
			master++;
		}
		return this.masters.get(master);
	}

	private List<RedisServer> all() {
		List<RedisServer> all = new ArrayList<>(this.masters);
		all.addAll(this.replicas);
		return all;
	}

	@Override
	public void close() {
		all().forEach(RedisServer::close);
	}

}
