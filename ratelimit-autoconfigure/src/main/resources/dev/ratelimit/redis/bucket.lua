-- Shared by token bucket and leaky bucket: permits in use that drain at permits per window.
-- A level is permits, window, time, used, remainder: used + remainder / window at time.

local MAX_LIFE = 6311520000000000

local bucket = { fields = { 'permits', 'window', 'time', 'used', 'remainder' } }

function bucket.clamp(level, now)
	if level.time <= now then
		return false
	end
	level.time = now
	return true
end

-- takes whole + fraction / window from what is in use, never below nothing
function bucket.lessen(level, whole, fraction)
	level.used = level.used - whole
	level.remainder = level.remainder - fraction
	if level.remainder < 0 then
		level.remainder = level.remainder + level.window
		level.used = level.used - 1
	end
	if level.used < 0 then
		level.used, level.remainder = 0, 0
	end
end

function bucket.settle(level, now)
	local elapsed = now - level.time
	if elapsed <= 0 then
		return
	end
	level.time = now
	if at_most(level.used + 1, level.window, elapsed, level.permits) then
		level.used, level.remainder = 0, 0
	else
		bucket.lessen(level, muldiv(elapsed, level.permits, level.window))
	end
end

function bucket.used(level)
	return level.remainder > 0 and level.used + 1 or level.used
end

-- at most 200 years, which only a limit lowered to nearly nothing can exceed
function bucket.life(level)
	if at_most(MAX_LIFE, level.permits, level.used, level.window) then
		return MAX_LIFE
	end
	local whole, rest = muldiv(level.used, level.window, level.permits)
	return whole + math.ceil((rest + level.remainder) / level.permits)
end

function bucket.fresh(limit, now)
	return { permits = limit.permits, window = limit.window, time = now, used = 0, remainder = 0 }
end

function bucket.plus(level, permits)
	level.used = level.used + permits
	return level
end

function bucket.counted_under(level, limit)
	return level.permits == limit.permits
end
