#!lua flags=allow-oom
-- Returns the number of the run, 0 if it must not start.
local unit = ARGV[3]
local last_run = ARGV[4]
local clock = require('clock')
local runs = require('runs')
local units = require('units')

local name = store.keys.search .. unit
local status, run = unpack(redis.call('HMGET', name, 'status', 'run'))
if status ~= 'queued' or not runs.is_current(run, last_run) then return 0 end
if not units.is_running() or not units.is_current() then
  units.remove(unit)
  return 0
end
redis.call('HSET', name, 'status', 'running', 'heartbeat', clock.now())
return redis.call('HINCRBY', name, 'run', 1)
