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

package dev.ratelimit.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of the client behind the proxies. Thread-safe.
 * <p>
 * Anyone can send a header such as {@code X-Forwarded-For}, so it is believed only as far
 * as trusted proxies wrote it: read from the right, the end nearest to us, the first
 * address that is not a trusted proxy is the client. By default nobody is trusted and the
 * client is whoever holds the other end of the connection.
 *
 * @since 0.1.0
 */
public final class ClientAddressResolver {

	/** The header that is read unless said otherwise. */
	public static final String DEFAULT_HEADER = "X-Forwarded-For";

	/** Bits of an IPv6 address that stand for a client unless said otherwise. */
	public static final int DEFAULT_IPV6_PREFIX_LENGTH = 64;

	/** What is used if the other end of the connection has no address at all. */
	static final String UNKNOWN = "unknown";

	private static final int MIN_IPV6_PREFIX_LENGTH = 32;

	private static final Log logger = LogFactory.getLog(ClientAddressResolver.class);

	private final String header;

	private final TrustedProxies trusted;

	private final int ipv6PrefixLength;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Create a resolver.
	 * @param header name of the header that proxies append to; {@code Forwarded} is read
	 * as RFC 7239 says, any other as a list of addresses
	 * @param trustedProxies addresses and blocks of proxies, for example
	 * {@code 10.0.0.0/8}
	 * @param ipv6PrefixLength how many leading bits of an IPv6 address stand for one
	 * client, 32 to 128
	 * @throws IllegalArgumentException if a block is none or the length is out of bounds
	 */
	public ClientAddressResolver(String header, List<String> trustedProxies, int ipv6PrefixLength) {
		if (ipv6PrefixLength < MIN_IPV6_PREFIX_LENGTH || ipv6PrefixLength > ClientAddress.IPV6_BITS) {
			throw new IllegalArgumentException("ipv6-prefix-length must be 32 to 128, not " + ipv6PrefixLength);
		}
		this.header = header;
		this.trusted = new TrustedProxies(trustedProxies);
		this.ipv6PrefixLength = ipv6PrefixLength;
	}

	/**
	 * Name of the header whose values {@link #resolve(String, List)} wants.
	 * @return the header name
	 */
	public String header() {
		return this.header;
	}

	/**
	 * Find the client's address.
	 * @param peer address at the other end of the connection
	 * @param forwarded the values of the header, one per header line, in the order
	 * received
	 * @return the address in canonical form without port and zone; of an IPv6 address the
	 * network, for example {@code 2001:db8:0:1::/64}. Never blank
	 */
	public String resolve(@Nullable String peer, List<String> forwarded) {
		ClientAddress address = ClientAddress.parse(peer);
		if (address == null) {
			return (peer == null || peer.isBlank()) ? UNKNOWN : peer;
		}
		if (!this.trusted.contain(address)) {
			warnIfNobodyIsTrusted(address, forwarded);
			return address.text(this.ipv6PrefixLength);
		}
		return client(address, hops(forwarded)).text(this.ipv6PrefixLength);
	}

	/**
	 * What cannot be read was written by the last trusted hop or passed on by it: that is
	 * as far as our knowledge goes.
	 */
	private ClientAddress client(ClientAddress peer, List<String> hops) {
		ClientAddress client = peer;
		for (int i = hops.size() - 1; i >= 0 && this.trusted.contain(client); i--) {
			ClientAddress next = ClientAddress.parse(hops.get(i));
			if (next == null) {
				return client;
			}
			client = next;
		}
		return client;
	}

	private List<String> hops(List<String> forwarded) {
		boolean structured = this.header.equalsIgnoreCase("Forwarded");
		List<String> hops = new ArrayList<>();
		for (String line : forwarded) {
			for (String hop : line.split(",", -1)) {
				hops.add(structured ? forParameter(hop) : hop);
			}
		}
		return hops;
	}

	/**
	 * Quotes are not honoured when splitting: no address holds a comma, and a client that
	 * opens a quote must not swallow what the proxy appended.
	 */
	private static String forParameter(String element) {
		for (String pair : element.split(";", -1)) {
			String stripped = pair.strip();
			if (stripped.toLowerCase(Locale.ROOT).startsWith("for=")) {
				return stripped.substring("for=".length()).replace("\"", "");
			}
		}
		return "";
	}

	private void warnIfNobodyIsTrusted(ClientAddress peer, List<String> forwarded) {
		if (this.trusted.isEmpty() && !forwarded.isEmpty() && peer.isPrivate()
				&& this.warned.compareAndSet(false, true)) {
			logger
				.warn(("Requests carry %s and come from a private address, but no proxy is trusted: every client behind "
						+ "that proxy counts as one. If it is yours, set ratelimit.client-ip.trusted-proxies; to keep the "
						+ "address of the connection, have the proxy remove the header. Said once.")
					.formatted(this.header));
		}
	}

}
