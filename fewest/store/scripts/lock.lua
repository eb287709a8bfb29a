#!lua flags=allow-oom
local lock = KEYS[1]
local owner = ARGV[1]
local milliseconds = ARGV[2]

-- A lock that does not expire is not ours; one that expires much later than a new one is from before the clock of
-- the server was put back.
local MUCH_MILLISECONDS = 60000
local left = redis.call('PTTL', lock)
if left == -1 or left > milliseconds + MUCH_MILLISECONDS then redis.call('DEL', lock) end
return redis.call('SET', lock, owner, 'NX', 'PX', milliseconds)
