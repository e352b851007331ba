-- Which instances live: those that share one prefix, and with it the limits.
--
-- KEYS[1]  sorted set: instance -> moment of its last beat (us)
--
-- ARGV[1]  layout version, ARGV[3] the moment in tests: see common.lua
-- ARGV[2]  "beat" or "leave"
-- ARGV[4]  the instance
-- ARGV[5]  microseconds without a beat after which an instance is gone
-- Replies  "<layout> <now> <instances that live> 0"

local key = KEYS[1]
local now, gone_after = clock(), tonumber(ARGV[5])

-- a beat in the future was before the clock went back: who lives will beat again
redis.call('ZREMRANGEBYSCORE', key, '(' .. digits(now), '+inf')
redis.call('ZREMRANGEBYSCORE', key, '-inf', digits(now - gone_after))
if ARGV[2] == 'beat' then
	redis.call('ZADD', key, digits(now), ARGV[4])
	redis.call('PEXPIRE', key, digits(math.ceil(gone_after / 1000)))
else
	redis.call('ZREM', key, ARGV[4])
end
return reply(now, redis.call('ZCOUNT', key, '-inf', '+inf'), NONE, '')
