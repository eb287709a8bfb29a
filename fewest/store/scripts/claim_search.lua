#!lua flags=allow-oom
-- Returns the request of a search that a worker has taken off the queue, its progress, and for how many seconds there
-- has been no memory for it; 0 if it need not run.
local search = KEYS[1]
local last_run = ARGV[1]
local waits_for = ARGV[2] -- a `WaitsFor` of `fewest/schemas/statuses.py`, '' for nothing
local clock = require('clock')
local runs = require('runs')
local values = require('values')

local status, run, cancel, since, request, progress =
  unpack(redis.call('HMGET', search, 'status', 'run', 'cancel', 'short_since', 'request', 'progress'))
if status ~= 'queued' or not runs.is_current(run, last_run) or cancel == 'true' then return 0 end
redis.call('HSET', search, 'heartbeat', clock.now())
if waits_for ~= '' then redis.call('HSET', search, 'waits_for', cjson.encode(waits_for)) end
return {request, progress or '{}', since and string.format('%f', clock.now() - values.number(since)) or '0'}
