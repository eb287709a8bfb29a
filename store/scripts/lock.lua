#!lua flags=allow-oom
local lock = KEYS[1]
local owner = ARGV[1]
local milliseconds = ARGV[2]

-- One that does not expire is no lock of ours.
if redis.call('PTTL', lock) == -1 then redis.call('DEL', lock) end
return redis.call('SET', lock, owner, 'NX', 'PX', milliseconds)
