-- Token bucket: a request passes if what is in use, and what it takes, fit into the burst.

function bucket.room(level, limit)
	return math.max(0, limit.capacity - bucket.used(level))
end

-- what has drained since the charge was regained already
function bucket.give_back(level, place, now)
	if level.permits ~= place.permits then
		return false
	end
	local left = {
		permits = place.permits, window = place.window, time = place.time,
		used = place.used, remainder = place.remainder
	}
	bucket.settle(left, now)
	if left.used == 0 and left.remainder == 0 then
		return false
	end
	bucket.settle(level, now)
	if left.used >= place.taken then
		bucket.lessen(level, place.taken, 0)
	else
		bucket.lessen(level, left.used, left.remainder)
	end
	return true
end

return run_levels(bucket)
