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

package dev.ratelimit.contract;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.ratelimit.Algorithm;

/**
 * The mistakes that the contract must notice, at least twelve for each script. Each is
 * made in one script at a time, with the parts that it shares with others.
 */
final class ScriptMutants {

	private static final Set<Algorithm> BUCKETS = EnumSet.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET);

	private static final Set<Algorithm> WINDOWS = EnumSet.of(Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW_COUNTER);

	private static final Set<Algorithm> LEVELS = EnumSet.complementOf(EnumSet.of(Algorithm.SLIDING_WINDOW_LOG));

	/** Those of them that can have several limits. */
	private static final Set<Algorithm> SEVERAL = EnumSet.of(Algorithm.TOKEN_BUCKET, Algorithm.FIXED_WINDOW,
			Algorithm.SLIDING_WINDOW_COUNTER);

	private final List<ScriptMutant> mutants = new ArrayList<>();

	private ScriptMutants() {
		levels();
		buckets();
		tokenBucket();
		leakyBucket();
		windows();
		fixedWindow();
		slidingWindowCounter();
		slidingWindowLog();
	}

	static List<ScriptMutant> all() {
		return new ScriptMutants().mutants;
	}

	private void levels() {
		make(LEVELS, "no expiry", ", 'PX', digits(math.ceil(life / 1000) + GRACE)", "");
		make(LEVELS, "expires before it is fresh", "math.ceil(life / 1000) + GRACE", "1 + life * 0");
		make(LEVELS, "takes one permit whatever was asked", "local charged = granted * permits",
				"local charged = granted * math.min(1, permits)");
		make(LEVELS, "checks one permit whatever is asked", "algorithm.room(level, limit, now) / permits)",
				"algorithm.room(level, limit, now))");
		make(SEVERAL, "asks the last limit alone",
				"granted = math.min(granted, math.floor(algorithm.room(level, limit, now) / permits))",
				"granted = math.min(count, math.floor(algorithm.room(level, limit, now) / permits))");
		make(LEVELS, "forgets a debt", "algorithm.plus(level, more)", "");
		make(LEVELS, "debt without bound",
				"math.max(0, math.min(debt, 2 * limit.capacity - algorithm.used(level, now)))", "debt");
		make(LEVELS, "debt up to the capacity alone", "2 * limit.capacity - algorithm.used",
				"limit.capacity - algorithm.used");
		make(LEVELS, "amnesty for a changed limit", "return algorithm.plus(algorithm.fresh(limit, now), inherited)",
				"return algorithm.fresh(limit, now)");
		make(SEVERAL, "inherits from windows that are still there", "if not kept then", "if true then");
		make(LEVELS, "release is not written", "if given then", "if false then");
		make(LEVELS, "clock step is not clamped", "late = algorithm.clamp(level, now) or late", "");
		make(LEVELS, "clamp is not written", "if late then", "if false then");
		make(LEVELS, "rejection is written", "if charged > 0 or debt > 0 then", "if true then");
	}

	private void buckets() {
		make(BUCKETS, "never drains", "\tif elapsed <= 0 then\n\t\treturn\n\tend\n\tlevel.time = now",
				"\tlevel.time = now\n\tif true then\n\t\treturn\n\tend");
		make(BUCKETS, "drains without taking note of the time", "\tlevel.time = now\n\tif at_most", "\tif at_most");
		make(BUCKETS, "drains whole permits only", "bucket.lessen(level, muldiv(elapsed, level.permits, level.window))",
				"bucket.lessen(level, (muldiv(elapsed, level.permits, level.window)), 0)");
		make(BUCKETS, "fraction borrows nothing", "level.used = level.used - 1\n", "");
		make(BUCKETS, "goes below nothing", "if level.used < 0 then", "if false then");
		make(BUCKETS, "window and permits swapped", "muldiv(elapsed, level.permits, level.window)",
				"muldiv(elapsed, level.window, level.permits)");
		make(BUCKETS, "drains at the new rate what was used at the old", "return level.permits == limit.permits",
				"level.permits = limit.permits return true");
	}

	private void tokenBucket() {
		Set<Algorithm> bucket = EnumSet.of(Algorithm.TOKEN_BUCKET);
		make(bucket, "one permit too many", "limit.capacity - bucket.used(level)",
				"limit.capacity + 1 - bucket.used(level)");
		make(bucket, "one permit too few", "limit.capacity - bucket.used(level)",
				"limit.capacity - 1 - bucket.used(level)");
		make(bucket, "rounds what is used down", "return level.remainder > 0 and level.used + 1 or level.used",
				"return level.used");
		make(bucket, "permits instead of burst", "limit.capacity - bucket.used(level)",
				"limit.permits - bucket.used(level)");
		make(bucket, "gives back what has drained", "\tbucket.settle(left, now)\n", "");
		make(bucket, "gives back under changed numbers", "if level.permits ~= place.permits then", "if false then");
		make(bucket, "gives back one permit whatever was taken", "bucket.lessen(level, place.taken, 0)",
				"bucket.lessen(level, 1, 0)");
	}

	private void leakyBucket() {
		Set<Algorithm> bucket = EnumSet.of(Algorithm.LEAKY_BUCKET);
		make(bucket, "one place too many", "limit.capacity - 1 - level.used", "limit.capacity - level.used");
		make(bucket, "one place too few", "limit.capacity - 1 - level.used", "limit.capacity - 2 - level.used");
		make(bucket, "ignores the fraction", "level.remainder <= limit.fraction and 1 or 0", "1");
		make(bucket, "less instead of at most", "level.remainder <= limit.fraction",
				"level.remainder < limit.fraction");
		make(bucket, "reopens places with somebody behind", "if level[field] ~= place[field] then", "if false then");
		make(bucket, "gives back one place whatever was taken", "bucket.lessen(level, place.taken, 0)",
				"bucket.lessen(level, 1, 0)");
	}

	private void windows() {
		make(WINDOWS, "one permit too many", "limit.capacity - slot.used(level, now)",
				"limit.capacity + 1 - slot.used(level, now)");
		make(WINDOWS, "one permit too few", "limit.capacity - slot.used(level, now)",
				"limit.capacity - 1 - slot.used(level, now)");
		make(WINDOWS, "slots begin at zero for all", "start_at(limit.phase, limit.window, now)",
				"start_at(0, limit.window, now)");
		make(WINDOWS, "takes one permit", "level.current = level.current + permits",
				"level.current = level.current + math.min(1, permits)");
		make(WINDOWS, "gives back to any slot",
				"level.start ~= place.time or now >= level.start + level.window or place.taken == 0",
				"place.taken == 0");
		make(WINDOWS, "gives back nothing", "level.current = math.max(0, level.current - place.taken)", "");
		make(WINDOWS, "clamps to the wrong slot",
				"level.start = start_at(level.start, level.window, now)\n\treturn true",
				"level.start = start_at(level.start, level.window, now) - level.window\n\treturn true");
	}

	private void fixedWindow() {
		Set<Algorithm> window = EnumSet.of(Algorithm.FIXED_WINDOW);
		make(window, "slot lasts a moment longer", "if now >= level.start + level.window then",
				"if now > level.start + level.window then");
		make(window, "new slot remembers", "\t\tlevel.current = 0\n", "");
	}

	private void slidingWindowCounter() {
		Set<Algorithm> window = EnumSet.of(Algorithm.SLIDING_WINDOW_COUNTER);
		make(window, "counters swapped", "return level.current + weighed", "return level.previous + weighed");
		make(window, "previous slot counts whole", "level.start + level.window - now, level.window)",
				"level.window, level.window)");
		make(window, "previous slot counts nothing", "return level.current + weighed + (rest > 0 and 1 or 0)",
				"return level.current");
		make(window, "rounds the weight down", " + (rest > 0 and 1 or 0)", "");
		make(window, "remembers a slot from long ago", "start == level.start + level.window and level.current or 0",
				"level.current");
		make(window, "forgets the slot before", "start == level.start + level.window and level.current or 0", "0");
		make(window, "weighs the elapsed share", "level.start + level.window - now, level.window)",
				"now - level.start, level.window)");
	}

	private void slidingWindowLog() {
		Set<Algorithm> log = EnumSet.of(Algorithm.SLIDING_WINDOW_LOG);
		make(log, "no expiry", "\tredis.call('PEXPIRE', KEYS[1], digits(math.ceil(longest / 1000) + GRACE))\n", "");
		make(log, "expires before it is fresh", "math.ceil(longest / 1000) + GRACE", "1");
		make(log, "mark at the edge counts", "'(' .. digits(now - limit.window)", "digits(now - limit.window)");
		make(log, "drops a mark too early", "'-inf', digits(now - longest)", "'-inf', digits(now - longest + 1)");
		make(log, "drops by the shortest window", "read[#read].window, 0", "read[1].window, 0");
		make(log, "marks of a moment overwrite each other",
				"local first = newest_now and tonumber(string.match(newest_now, '-(%d+)$')) + 1 or 0",
				"local first = 0");
		make(log, "leaves one mark whatever was asked", "local marks = granted * permits",
				"local marks = granted * math.min(1, permits)");
		make(log, "checks one permit whatever is asked", "math.floor((limit.permits - used[i]) / permits)",
				"math.floor(limit.permits - used[i])");
		make(log, "asks the last limit alone", "granted = math.min(granted, math.max(0, math.floor",
				"granted = math.min(count, math.max(0, math.floor");
		make(log, "one permit too many", "(limit.permits - used[i]) / permits",
				"(limit.permits + 1 - used[i]) / permits");
		make(log, "ignores the interval", "if min_interval > 0 and granted > 0 then", "if false then");
		make(log, "interval a moment too long", "time + min_interval > now", "time + min_interval >= now");
		make(log, "rejected attempts leave nothing", "if count_rejected and reason == LIMIT then", "if false then");
		make(log, "rejected attempts grow the set",
				"redis.call('ZREMRANGEBYRANK', KEYS[1], 0, digits(-math.max(largest, before) - 1))", "");
		make(log, "clock step is not clamped", "\nclamp(now, longest)\n", "\n");
		make(log, "clock step forgets", "\t\tmark(now, late, longest)\n", "");
		make(log, "debt without bound", "math.min(debt, math.max(0, 2 * largest - used[#read]))", "debt");
		make(log, "forgets a debt", "first = mark(now, more, longest)\n", "\n");
		make(log, "gives back nothing", "redis.call('ZREM', KEYS[1], unpack(batch))", "");
		make(log, "gives back others' marks", "batch[#batch + 1] = member(time, number)",
				"batch[#batch + 1] = member(time, number + 1)");
		make(log, "tells the wrong mark to wait for", "digits(limit.permits - permits)", "digits(limit.permits - 1)");
	}

	private void make(Set<Algorithm> algorithms, String mistake, String search, String replacement) {
		for (Algorithm algorithm : algorithms) {
			this.mutants.add(ScriptMutant.of(algorithm, mistake, search, replacement));
		}
	}

}
