-- Fixed window: a request passes if it fits into what the current slot has left.
-- A level is window, start, current.

slot.fields = { 'window', 'start', 'current' }

function slot.settle(level, now)
	if now >= level.start + level.window then
		level.start = start_at(level.start, level.window, now)
		level.current = 0
	end
end

function slot.used(level)
	return level.current
end

function slot.life(level, now)
	return level.start + level.window - now
end

function slot.fresh(limit, now)
	return { window = limit.window, start = start_at(limit.phase, limit.window, now), current = 0 }
end

return run_levels(slot)
