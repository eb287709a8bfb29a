#!lua flags=allow-oom
-- Returns 0 if the run must end.
local search = KEYS[1]
local events = KEYS[2]
local run = ARGV[1]
local progress = ARGV[2]
local findings = ARGV[3] -- '' if they are as before
local clock = require('clock')

local current, status, cancel = unpack(redis.call('HMGET', search, 'run', 'status', 'cancel'))
if current ~= run or status ~= 'running' or cancel == 'true' then return 0 end
redis.call('HSET', search, 'heartbeat', clock.now(), 'progress', progress)
if findings ~= '' then redis.call('HSET', search, 'findings', findings) end
redis.call('XADD', events, 'MAXLEN', store.events.MAX_EVENTS, '*', 'progress', '')
return 1
