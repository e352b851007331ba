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

import java.util.List;

import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;

/**
 * The networks whose word on forwarded addresses is taken.
 */
final class TrustedProxies {

	private static final IPAddressStringParameters BLOCKS = new IPAddressStringParameters.Builder().allowEmpty(false)
		.allowAll(false)
		.allowSingleSegment(false)
		.allowPrefixOnly(false)
		.allowMask(false)
		.allowWildcardedSeparator(false)
		.allow_inet_aton(false)
		.setRangeOptions(RangeParameters.NO_RANGE)
		.toParams();

	/** Bits in front of an IPv4 address that is written as an IPv6 address. */
	private static final int MAPPED_BITS = 96;

	/** The largest private network has so many; a larger one is not ours. */
	private static final int MIN_IPV4_PREFIX = 8;

	private static final int MIN_IPV6_PREFIX = 7;

	private final List<IPAddress> blocks;

	TrustedProxies(List<String> blocks) {
		this.blocks = blocks.stream().map(TrustedProxies::block).toList();
	}

	boolean contain(ClientAddress address) {
		for (IPAddress block : this.blocks) {
			if (address.isIn(block)) {
				return true;
			}
		}
		return false;
	}

	boolean isEmpty() {
		return this.blocks.isEmpty();
	}

	private static IPAddress block(String text) {
		IPAddress address = new IPAddressString(text.strip(), BLOCKS).getAddress();
		if (address == null) {
			throw new IllegalArgumentException(
					"'%s' is not an address or block of addresses, write for example 10.0.0.0/8".formatted(text));
		}
		IPAddress block = plain(address);
		Integer prefix = block.getNetworkPrefixLength();
		if (prefix != null && prefix < (block.isIPv4() ? MIN_IPV4_PREFIX : MIN_IPV6_PREFIX)) {
			throw new IllegalArgumentException(
					"'%s' trusts everybody, or nearly, so that any client could choose its own address; name your proxies"
						.formatted(text));
		}
		return block;
	}

	/** Clients are compared in their IPv4 form, see {@link ClientAddress}. */
	private static IPAddress plain(IPAddress address) {
		Integer prefix = address.getNetworkPrefixLength();
		IPAddress network = address.getLower().withoutPrefixLength();
		if (network.isIPv6() && network.toIPv6().isIPv4Mapped() && (prefix == null || prefix >= MAPPED_BITS)) {
			IPAddress embedded = network.toIPv6().getEmbeddedIPv4Address();
			return (prefix != null) ? embedded.toPrefixBlock(prefix - MAPPED_BITS) : embedded;
		}
		return address.toPrefixBlock();
	}

}
