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

import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import org.jspecify.annotations.Nullable;

/**
 * An IP address as it stands in a request: however it is spelled, one address is one
 * value. Never asks a name server.
 */
final class ClientAddress {

	/** An address and nothing else: no prefix, range, wildcard or historic notation. */
	private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder().allowEmpty(false)
		.allowAll(false)
		.allowSingleSegment(false)
		.allowPrefix(false)
		.allowMask(false)
		.allowWildcardedSeparator(false)
		.allow_inet_aton(false)
		.setRangeOptions(RangeParameters.NO_RANGE)
		.getIPv4AddressParametersBuilder()
		.allowLeadingZeros(false)
		.allowBinary(false)
		.getParentBuilder()
		.getIPv6AddressParametersBuilder()
		.allowBase85(false)
		.allowBinary(false)
		.getParentBuilder()
		.toParams();

	static final int IPV6_BITS = 128;

	private static final int MAX_LENGTH = 100;

	private final IPAddress address;

	private ClientAddress(IPAddress address) {
		this.address = address;
	}

	/**
	 * Read an address, with or without port, brackets and zone.
	 * @param text for example {@code [2001:db8::1]:443}
	 * @return the address, or {@code null} if it is none
	 */
	static @Nullable ClientAddress parse(@Nullable String text) {
		if (text == null || text.length() > MAX_LENGTH) {
			return null;
		}
		IPAddress address = new IPAddressString(host(text.strip()), STRICT).getAddress();
		if (address == null) {
			return null;
		}
		return new ClientAddress(plain(address));
	}

	private static String host(String text) {
		String host = text;
		if (host.startsWith("[")) {
			int end = host.indexOf(']');
			host = (end > 0) ? host.substring(1, end) : "";
		}
		else if (host.indexOf(':') == host.lastIndexOf(':') && host.indexOf('.') > 0) {
			int colon = host.indexOf(':');
			host = (colon > 0) ? host.substring(0, colon) : host;
		}
		int zone = host.indexOf('%');
		return (zone > 0) ? host.substring(0, zone) : host;
	}

	/** A dual-stack socket shows IPv4 clients as IPv6: the same client, the same key. */
	private static IPAddress plain(IPAddress address) {
		return (address.isIPv6() && address.toIPv6().isIPv4Mapped()) ? address.toIPv6().getEmbeddedIPv4Address()
				: address;
	}

	/**
	 * Whether the address belongs to a block.
	 * @param block a network
	 * @return {@code true} if it does
	 */
	boolean isIn(IPAddress block) {
		return block.contains(this.address);
	}

	/**
	 * Whether this is an address that only a neighbour can have: loopback, link-local,
	 * private or unique local.
	 * @return {@code true} if so
	 */
	boolean isPrivate() {
		return this.address.isLoopback() || this.address.isLocal();
	}

	/**
	 * The canonical text of the address; of an IPv6 address only the network, since one
	 * client has all addresses in it to choose from.
	 * @param ipv6PrefixLength length of the network prefix in bits
	 * @return for example {@code 192.0.2.1} or {@code 2001:db8:0:1::/64}
	 */
	String text(int ipv6PrefixLength) {
		if (this.address.isIPv4() || this.address.isLoopback() || ipv6PrefixLength == IPV6_BITS) {
			return this.address.toCanonicalString();
		}
		return this.address.toZeroHost(ipv6PrefixLength).withoutPrefixLength().toCanonicalString() + "/"
				+ ipv6PrefixLength;
	}

}
