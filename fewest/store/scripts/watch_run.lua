#!lua flags=allow-oom
-- Records that a worker watches a run. Returns a `RunState` of `fewest/store/runs.py`.
local search = KEYS[1]
local last_run = ARGV[1] -- the number that the run was queued with
local clock = require('clock')
local values = require('values')

local status, current, cancel = unpack(redis.call('HMGET', search, 'status', 'run', 'cancel'))
local begun = values.number(current) - tonumber(last_run)
if cancel == 'true' or not (status == 'queued' and begun == 0 or status == 'running' and begun == 1) then return 0 end
redis.call('HSET', search, 'heartbeat', clock.now())
return 1 + begun
