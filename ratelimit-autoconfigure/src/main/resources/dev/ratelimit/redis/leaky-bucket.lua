-- Leaky bucket: a request passes if the last of its permits finds a place in the queue. The
-- capacity is one more than the whole permits that may wait; the fraction belongs to it.

function bucket.room(level, limit)
	local behind = level.remainder <= limit.fraction and 1 or 0
	return math.max(0, limit.capacity - 1 - level.used + behind)
end

-- places reopen only while nobody stands behind them
function bucket.give_back(level, place)
	for _, field in ipairs(bucket.fields) do
		if level[field] ~= place[field] then
			return false
		end
	end
	bucket.lessen(level, place.taken, 0)
	return true
end

return run_levels(bucket)
