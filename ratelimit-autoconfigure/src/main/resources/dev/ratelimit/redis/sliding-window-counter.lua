-- Sliding window counter: the slot before the current one counts by the share of it that a
-- window ending now still covers. A level is window, start, current, previous.

slot.fields = { 'window', 'start', 'current', 'previous' }

function slot.settle(level, now)
	local start = start_at(level.start, level.window, now)
	if start ~= level.start then
		level.previous = start == level.start + level.window and level.current or 0
		level.current = 0
		level.start = start
	end
end

function slot.used(level, now)
	local weighed, rest = muldiv(level.previous, level.start + level.window - now, level.window)
	return level.current + weighed + (rest > 0 and 1 or 0)
end

function slot.life(level, now)
	return level.start + 2 * level.window - now
end

function slot.fresh(limit, now)
	return { window = limit.window, start = start_at(limit.phase, limit.window, now), current = 0, previous = 0 }
end

return run_levels(slot)
