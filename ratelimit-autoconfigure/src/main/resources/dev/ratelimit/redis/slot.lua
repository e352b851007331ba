-- Shared by fixed window and sliding window counter: permits are counted in slots of time.

local slot = {}

-- start of the slot that now lies in, on the grid of a given boundary
local function start_at(boundary, window, now)
	return now - (now - boundary) % window
end

function slot.clamp(level, now)
	if level.start <= now then
		return false
	end
	level.start = start_at(level.start, level.window, now)
	return true
end

function slot.room(level, limit, now)
	return math.max(0, limit.capacity - slot.used(level, now))
end

function slot.plus(level, permits)
	level.current = level.current + permits
	return level
end

function slot.counted_under(level, limit)
	return (level.start - limit.phase) % level.window == 0
end

-- only the current slot can be given back to
function slot.give_back(level, place, now)
	if level.start ~= place.time or now >= level.start + level.window or place.taken == 0 then
		return false
	end
	level.current = math.max(0, level.current - place.taken)
	return true
end
