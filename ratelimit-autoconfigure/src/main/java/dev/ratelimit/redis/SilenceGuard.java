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

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ScheduledFuture;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which something was sent and nothing has been heard for so long
 * that nobody can be at the other end: a machine that vanished says no goodbye, and the
 * kernel would go on trying for a quarter of an hour. The client then opens another
 * connection, with Sentinel to the new master. Lives on the event loop of its channel.
 */
final class SilenceGuard extends ChannelDuplexHandler {

	private static final Log logger = LogFactory.getLog(SilenceGuard.class);

	private final Duration maxSilence;

	private @Nullable ScheduledFuture<?> alarm;

	private SilenceGuard(Duration maxSilence) {
		this.maxSilence = maxSilence;
	}

	/**
	 * Guard a channel.
	 * @param channel a channel that is not connected yet
	 * @param maxSilence longest time from what was sent first to anything heard
	 */
	static void over(Channel channel, Duration maxSilence) {
		channel.pipeline().addFirst(new SilenceGuard(maxSilence));
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		if (this.alarm == null) {
			this.alarm = context.executor()
				.schedule(() -> silent(context), this.maxSilence.toNanos(), TimeUnit.NANOSECONDS);
		}
		super.write(context, message, promise);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		calm();
		context.fireChannelRead(message);
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		calm();
		context.fireChannelInactive();
	}

	private void calm() {
		ScheduledFuture<?> alarm = this.alarm;
		if (alarm != null) {
			alarm.cancel(false);
			this.alarm = null;
		}
	}

	private void silent(ChannelHandlerContext context) {
		logger.warn("Closing a connection to Redis (%s) on which nothing has been heard for %d ms"
			.formatted(context.channel().remoteAddress(), this.maxSilence.toMillis()));
		var unused = context.close();
	}

}
