#!lua flags=allow-oom
-- Returns how many searches are queued in all, and how many of the workers are alive.
local workers = KEYS[1] -- of the quick lane
local queues = {unpack(KEYS, 2)} -- of each lane RQ's list and the set of those that wait

local alive, queued = 0, 0
for _, name in ipairs(redis.call('SMEMBERS', workers)) do alive = alive + redis.call('EXISTS', name) end
for index = 1, #queues, 2 do
  queued = queued + redis.call('LLEN', queues[index]) + redis.call('ZCARD', queues[index + 1])
end
return {queued, alive}
