-- Shared by the four algorithms whose state has a fixed size: one level per limit, all or
-- none of which are charged.
--
-- State    a string: layout, then for each limit the numbers that the algorithm names
-- Replies  that state without the layout: the levels right after a charge; after a look or
--          a rejection those that are stored, settled now, which may be under the numbers
--          of a former configuration
--
-- An algorithm is a table of
--   fields                          names of a level's numbers, in stored order
--   clamp(level, now)               a level later than now becomes now; true if it was
--   settle(level, now)              the level as it stands now
--   used(level, now)                permits in use, rounded up
--   room(level, limit, now)         how many single permits would pass
--   life(level, now)                microseconds until the level has no meaning
--   fresh(limit, now)               a level with nothing in use
--   plus(level, permits)            more permits in use
--   counted_under(level, limit)     whether it was counted under just these numbers
--   give_back(level, place, now)    undoes a charge; true if there was something to undo

local function read_levels(fields)
	local stored = redis.call('GET', KEYS[1])
	local levels = {}
	if not stored then
		return levels
	end
	if not string.find(stored, '^1 [%d -]+$') then
		return nil
	end
	local level, width = nil, #fields
	local position = 0
	for number in string.gmatch(string.sub(stored, 3), '-?%d+') do
		if position % width == 0 then
			level = {}
			levels[#levels + 1] = level
		end
		level[fields[position % width + 1]] = tonumber(number)
		position = position + 1
	end
	return position % width == 0 and levels or nil
end

local function text_of(levels, fields)
	local parts = {}
	for _, level in ipairs(levels) do
		for _, field in ipairs(fields) do
			parts[#parts + 1] = digits(level[field])
		end
	end
	return table.concat(parts, ' ')
end

local function write_levels(algorithm, levels, text, now)
	local life = 0
	for _, level in ipairs(levels) do
		life = math.max(life, algorithm.life(level, now))
	end
	redis.call('SET', KEYS[1], LAYOUT .. ' ' .. text, 'PX', digits(math.ceil(life / 1000) + GRACE))
end

-- the level of a limit: its own, or what it inherits from levels under other numbers
local function level_of(algorithm, limit, read, stored, now)
	local inherited = 0
	for _, level in ipairs(stored) do
		if level.window == limit.window then
			if algorithm.counted_under(level, limit) then
				return level
			end
			return algorithm.plus(algorithm.fresh(limit, now), algorithm.used(level, now))
		end
	end
	for _, level in ipairs(stored) do
		local kept = false
		for _, other in ipairs(read) do
			kept = kept or other.window == level.window
		end
		if not kept then
			inherited = math.max(inherited, algorithm.used(level, now))
		end
	end
	return algorithm.plus(algorithm.fresh(limit, now), inherited)
end

local function release_levels(algorithm, stored, now)
	local given = false
	for i = 4, #ARGV, 6 do
		local place = {
			permits = tonumber(ARGV[i]), window = tonumber(ARGV[i + 1]), taken = tonumber(ARGV[i + 2]),
			time = tonumber(ARGV[i + 3]), used = tonumber(ARGV[i + 4]), remainder = tonumber(ARGV[i + 5])
		}
		for _, level in ipairs(stored) do
			if level.window == place.window and algorithm.give_back(level, place, now) then
				given = true
			end
		end
	end
	if given then
		write_levels(algorithm, stored, text_of(stored, algorithm.fields), now)
	end
	return reply(now, 0, NONE, '')
end

local function acquire_levels(algorithm, stored, late, now)
	local permits, count, debt = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
	local read = limits()
	local levels, used, taken = {}, {}, ''
	local granted = count
	for i, limit in ipairs(read) do
		local level = level_of(algorithm, limit, read, stored, now)
		levels[i] = level
		if debt > 0 then
			local more = math.max(0, math.min(debt, 2 * limit.capacity - algorithm.used(level, now)))
			algorithm.plus(level, more)
			taken = taken .. ' ' .. digits(more)
		end
		if permits > 0 then
			granted = math.min(granted, math.floor(algorithm.room(level, limit, now) / permits))
		end
		used[i] = algorithm.used(level, now)
	end
	local reason = granted < count and LIMIT or NONE
	granted, reason = shed(granted, reason, permits, used, read)
	local charged = granted * permits
	if charged > 0 or debt > 0 then
		for _, level in ipairs(levels) do
			algorithm.plus(level, charged)
		end
		local text = text_of(levels, algorithm.fields)
		write_levels(algorithm, levels, text, now)
		return reply(now, granted, reason, taken .. ' ' .. text)
	end
	local text = text_of(stored, algorithm.fields)
	if late then
		write_levels(algorithm, stored, text, now)
	end
	return reply(now, granted, reason, ' ' .. text)
end

local function run_levels(algorithm)
	local now = clock()
	local stored = read_levels(algorithm.fields)
	if not stored then
		return unreadable()
	end
	local late = false
	for _, level in ipairs(stored) do
		late = algorithm.clamp(level, now) or late
	end
	if ARGV[2] == 'release' then
		return release_levels(algorithm, stored, now)
	end
	local moment = blocked(now)
	if moment then
		return reply(now, 0, BLOCKED, ' ' .. digits(moment))
	end
	for _, level in ipairs(stored) do
		algorithm.settle(level, now)
	end
	return acquire_levels(algorithm, stored, late, now)
end
