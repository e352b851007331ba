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

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SilenceGuard}, on Netty's channel whose clock can be moved.
 */
class SilenceGuardTests {

	private static final Duration MAX_SILENCE = Duration.ofSeconds(8);

	private final EmbeddedChannel channel = channel();

	@Test
	void aConnectionOnWhichNothingWasSentMayBeSilent() {
		pass(Duration.ofHours(1));
		assertThat(this.channel.isActive()).isTrue();
	}

	@Test
	void silenceAfterSomethingWasSentClosesTheConnection() {
		this.channel.writeOutbound(something());
		pass(MAX_SILENCE.minusMillis(1));
		assertThat(this.channel.isActive()).isTrue();
		pass(Duration.ofMillis(1));
		assertThat(this.channel.isActive()).isFalse();
	}

	@Test
	void whatIsSentMeanwhileDoesNotProlongTheSilence() {
		this.channel.writeOutbound(something());
		pass(MAX_SILENCE.minusSeconds(1));
		this.channel.writeOutbound(something());
		pass(Duration.ofSeconds(1));
		assertThat(this.channel.isActive()).isFalse();
	}

	@Test
	void anythingHeardEndsTheSilence() {
		this.channel.writeOutbound(something());
		pass(MAX_SILENCE.minusMillis(1));
		this.channel.writeInbound(something());
		pass(Duration.ofHours(1));
		assertThat(this.channel.isActive()).isTrue();
		this.channel.writeOutbound(something());
		pass(MAX_SILENCE);
		assertThat(this.channel.isActive()).isFalse();
	}

	private void pass(Duration duration) {
		this.channel.advanceTimeBy(duration.toNanos(), TimeUnit.NANOSECONDS);
		this.channel.runScheduledPendingTasks();
	}

	private static EmbeddedChannel channel() {
		EmbeddedChannel channel = new EmbeddedChannel();
		channel.freezeTime();
		SilenceGuard.over(channel, MAX_SILENCE);
		return channel;
	}

	private static ByteBuf something() {
		return Unpooled.wrappedBuffer(new byte[] { 1 });
	}

}
