-- Tells what the self-test wants to know of the server that it runs on. In a script, for a
-- script needs nothing of a client, and reaches the server that has the key.
--
-- KEYS[1]  not touched
-- Replies  lines "name:value" of INFO; or "refused:", and why the account may not read it

local WANTED = { redis_version = true, valkey_version = true, maxmemory = true, maxmemory_policy = true }

local facts = {}
for _, section in ipairs({ 'server', 'memory' }) do
	local info = redis.pcall('INFO', section)
	if type(info) ~= 'string' then
		return 'refused:' .. tostring(type(info) == 'table' and info.err or info)
	end
	for name, value in string.gmatch(info, '([%w_]+):([^\r\n]*)') do
		if WANTED[name] then
			facts[#facts + 1] = name .. ':' .. value
		end
	end
end
return table.concat(facts, '\n')
