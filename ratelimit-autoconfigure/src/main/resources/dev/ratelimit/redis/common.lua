-- Shared by all algorithms: the protocol, the clock, exact arithmetic.
--
-- A decision, and a release, is one call of one script. What a script replies is the state
-- it leaves behind; what that state means (remaining, waits, resets) is computed by the
-- caller, with the same step functions that the memory store uses.
--
-- KEYS[1]  the state of one (policy, key)
-- KEYS[2]  optional: until when the key is blocked, "<layout> <microseconds> ..."
--
-- ARGV[1]  layout version of this protocol and of the stored state
-- ARGV[2]  "acquire" or "release"
-- ARGV[3]  microseconds since the epoch, from tests alone; empty: the clock of this server
--
-- acquire
-- ARGV[4]  permits of one request; 0 is a look
-- ARGV[5]  count: how many equal requests are made; a prefix of them is granted
-- ARGV[6]  debt: permits charged first, unconditionally, up to twice the capacity
-- ARGV[7]  draws for shedding, 0 to 2^32 - 1, one per request, separated by spaces; or empty
-- ARGV[8]  sliding window log: 1 if rejected attempts leave marks
-- ARGV[9]  sliding window log: least microseconds since the newest mark
-- ARGV[10] and on, six for each limit, shortest window first:
--          permits, window (us), capacity, fraction of the capacity over the window (leaky
--          bucket), phase of the slots (us), permits in use from which on requests are shed
--          (or empty)
-- Replies  "<layout> <now> <granted> <reason>", the permits that a debt took from each
--          limit if there was a debt, then the state (see levels.lua, sliding-window-log.lua)
--          reason: 0 none, 1 a limit, 2 shed, 3 blocked
--
-- release
-- ARGV[4] and on, six for each place: permits, window, taken, time, used, remainder
-- Replies  "<layout> <now> 0 0"

local LAYOUT = '1'
local LIMITS_FROM = 10
local EXACT = 9007199254740992 -- 2^53: integers below are exact in a Lua number
local GRACE = 10000 -- ms that a key outlives its meaning: a clock step is no amnesty

local NONE, LIMIT, SHED, BLOCKED = 0, 1, 2, 3

local function digits(number)
	return string.format('%.0f', number)
end

local function clock()
	if ARGV[3] ~= '' then
		return tonumber(ARGV[3])
	end
	local time = redis.call('TIME')
	return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

-- a x b as three limbs of 26 bits, for a and b below 2^52
local function product(a, b)
	local a1, b1 = math.floor(a / 67108864), math.floor(b / 67108864)
	local a0, b0 = a - a1 * 67108864, b - b1 * 67108864
	local low = a0 * b0
	local middle = a1 * b0 + math.floor(low / 67108864)
	local high = a1 * b1 + math.floor(middle / 67108864)
	middle = middle % 67108864 + a0 * b1
	return high + math.floor(middle / 67108864), middle % 67108864, low % 67108864
end

-- whether a x b <= c x d, exactly
local function at_most(a, b, c, d)
	local left, right = a * b, c * d
	if left < EXACT and right < EXACT then
		return left <= right
	end
	local high, middle, low = product(a, b)
	local high2, middle2, low2 = product(c, d)
	if high ~= high2 then
		return high < high2
	end
	if middle ~= middle2 then
		return middle < middle2
	end
	return low <= low2
end

-- quotient and remainder of a x b / c, exactly, for c below 2^45 and a quotient below 2^53
local function muldiv(a, b, c)
	local whole = a * b
	if whole < EXACT then
		local quotient = math.floor(whole / c)
		return quotient, whole - quotient * c
	end
	local quotient = math.floor(a / c)
	local rest = a - quotient * c
	quotient = quotient * b
	local more, remainder = 0, 0
	local chunk = 4398046511104 -- 2^42: b goes in seven bits at a time, highest first
	while chunk >= 1 do
		local partial = remainder * 128 + rest * (math.floor(b / chunk) % 128)
		local part = math.floor(partial / c)
		more = more * 128 + part
		remainder = partial - part * c
		chunk = chunk / 128
	end
	return quotient + more, remainder
end

-- an error that tells the caller that this state can never be read
local function unreadable()
	return redis.error_reply('RATELIMIT the stored state is not of layout ' .. LAYOUT)
end

-- reads the limits of the call
local function limits()
	local read = {}
	for i = LIMITS_FROM, #ARGV, 6 do
		read[#read + 1] = {
			permits = tonumber(ARGV[i]),
			window = tonumber(ARGV[i + 1]),
			capacity = tonumber(ARGV[i + 2]),
			fraction = tonumber(ARGV[i + 3]),
			phase = tonumber(ARGV[i + 4]),
			soft = tonumber(ARGV[i + 5])
		}
	end
	return read
end

-- until when the key is blocked, if it is
local function blocked(now)
	local state = KEYS[2] and redis.call('GET', KEYS[2])
	local moment = state and tonumber(string.match(state, '^1 (%d+)'))
	return moment and moment > now and moment
end

-- how many requests are granted, and why not all, once some are shed: the nearer a limit
-- is to its capacity, the likelier. The first that is shed ends the prefix of those granted
local function shed(granted, reason, permits, used, read)
	local number = 0
	for draw in string.gmatch(ARGV[7], '%d+') do
		if number >= granted then
			break
		end
		for i, limit in ipairs(read) do
			local over = limit.soft and used[i] + number * permits - limit.soft
			if over and over > 0 and not at_most(over, 4294967296, tonumber(draw), limit.capacity - limit.soft) then
				return number, SHED
			end
		end
		number = number + 1
	end
	return granted, reason
end

local function reply(now, granted, reason, rest)
	return LAYOUT .. ' ' .. digits(now) .. ' ' .. digits(granted) .. ' ' .. reason .. rest
end

if ARGV[1] ~= LAYOUT then
	return redis.error_reply('RATELIMIT this script speaks layout ' .. LAYOUT .. ' only')
end
