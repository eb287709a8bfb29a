#!lua flags=allow-oom
local search = KEYS[1]
local run = ARGV[1]
local lane = ARGV[2]

local status, current = unpack(redis.call('HMGET', search, 'status', 'run'))
if status == 'running' and current == run then redis.call('HSET', search, 'lane', lane) end
