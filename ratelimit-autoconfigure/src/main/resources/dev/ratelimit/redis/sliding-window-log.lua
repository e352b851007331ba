-- Sliding window log: every permit leaves a mark; the marks of a window and the permits
-- asked for must fit into the limit.
--
-- State    a sorted set: members "<microseconds>-<number>", scored by the microseconds; the
--          number tells marks of one microsecond apart, so that none overwrites another
-- Replies  number of the first mark left, moment of the newest mark (0 without any), and for
--          each limit: marks in its window, moment of the mark that must leave it before the
--          request (a look: one permit) fits

local BATCH = 1000 -- marks in one command

local function newest()
	return tonumber(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
end

local function member(micros, number)
	return digits(micros) .. string.format('-%08d', number)
end

-- leaves marks now, drops what has left the longest window, and tells the number of the
-- first and how many marks there were. It begins with what needs memory: after another
-- write, a server without memory would not refuse it any more
local function mark(now, marks, longest)
	local before = redis.call('ZCOUNT', KEYS[1], '(' .. digits(now - longest), digits(now))
	local newest_now = redis.call('ZREVRANGEBYSCORE', KEYS[1], digits(now), digits(now), 'LIMIT', 0, 1)[1]
	local first = newest_now and tonumber(string.match(newest_now, '-(%d+)$')) + 1 or 0
	for from = first, first + marks - 1, BATCH do
		local batch = {}
		for i = from, math.min(from + BATCH, first + marks) - 1 do
			batch[#batch + 1] = digits(now)
			batch[#batch + 1] = member(now, i)
		end
		redis.call('ZADD', KEYS[1], unpack(batch))
	end
	redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', digits(now - longest))
	redis.call('PEXPIRE', KEYS[1], digits(math.ceil(longest / 1000) + GRACE))
	return first, before
end

-- on a clock that has stepped back: later marks move to now, once
local function clamp(now, longest)
	local later = '(' .. digits(now)
	local late = redis.call('ZCOUNT', KEYS[1], later, '+inf')
	if late > 0 then
		mark(now, late, longest)
		redis.call('ZREMRANGEBYSCORE', KEYS[1], later, '+inf')
	end
end

local function counts(read, now)
	local found = {}
	for i, limit in ipairs(read) do
		found[i] = redis.call('ZCOUNT', KEYS[1], '(' .. digits(now - limit.window), '+inf')
	end
	return found
end

local function release(now)
	for i = 4, #ARGV, 6 do
		local taken, time, first = tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3]), tonumber(ARGV[i + 4])
		for from = first, first + taken - 1, BATCH do
			local batch = {}
			for number = from, math.min(from + BATCH, first + taken) - 1 do
				batch[#batch + 1] = member(time, number)
			end
			redis.call('ZREM', KEYS[1], unpack(batch))
		end
	end
	return reply(now, 0, NONE, '')
end

local function report(read, permits, now, told)
	local parts = {}
	local found = counts(read, now)
	for i, limit in ipairs(read) do
		local leaving = 0
		if told and found[i] + permits > limit.permits then
			local rank = digits(limit.permits - permits)
			leaving = tonumber(redis.call('ZREVRANGE', KEYS[1], rank, rank, 'WITHSCORES')[2])
		end
		parts[i] = digits(found[i]) .. ' ' .. digits(leaving)
	end
	return digits(newest() or 0) .. ' ' .. table.concat(parts, ' ')
end

local function acquire(now, read, longest, largest)
	local permits, count, debt = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
	local count_rejected, min_interval = ARGV[8] == '1', tonumber(ARGV[9])
	local taken, first = '', 0
	local used = counts(read, now)
	if debt > 0 then
		local more = math.min(debt, math.max(0, 2 * largest - used[#read]))
		taken = ' ' .. digits(more)
		first = mark(now, more, longest)
		used = counts(read, now)
	end
	local granted = count
	if permits > 0 then
		for i, limit in ipairs(read) do
			granted = math.min(granted, math.max(0, math.floor((limit.permits - used[i]) / permits)))
		end
		if min_interval > 0 and granted > 0 then
			local time = newest()
			granted = time and time + min_interval > now and 0 or 1
		end
	end
	local reason = granted < count and LIMIT or NONE
	granted, reason = shed(granted, reason, permits, used, read)
	local marks = granted * permits
	if count_rejected and reason == LIMIT then
		marks = count * permits
	end
	if marks > 0 then
		local before
		first, before = mark(now, marks, longest)
		if reason == LIMIT then
			-- all that a decision can depend on, but a lowered limit makes nobody forget
			redis.call('ZREMRANGEBYRANK', KEYS[1], 0, digits(-math.max(largest, before) - 1))
		end
	end
	return reply(now, granted, reason, taken .. ' ' .. digits(first) .. ' '
		.. report(read, math.max(1, permits), now, permits == 0 or granted < count))
end

local now = clock()
if ARGV[2] == 'release' then
	return release(now)
end
local read = limits()
local longest, largest = read[#read].window, 0
for _, limit in ipairs(read) do
	largest = math.max(largest, limit.permits)
end
local moment = blocked(now)
if moment then
	return reply(now, 0, BLOCKED, ' ' .. digits(moment))
end
clamp(now, longest)
return acquire(now, read, longest, largest)
