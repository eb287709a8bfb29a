#!lua flags=allow-oom
-- Returns the fields of the search, whose run has begun; nothing if it must not start.
local search = KEYS[1]
local last_run = ARGV[1] -- the number of the run before it, '' for any
local runs = require('runs')
local values = require('values')

local status, run, request = unpack(redis.call('HMGET', search, 'status', 'run', 'request'))
if status ~= 'queued' or not runs.is_current(run, last_run) then return false end
return runs.start(search, values.object(request).key)
