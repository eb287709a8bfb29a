#!lua flags=allow-oom
-- Returns 1 if it was the last job of an open search, which is marked as cancelled.
local search = KEYS[1]
local search_jobs = KEYS[2]
local events = KEYS[3]
local job = ARGV[1]
local id = ARGV[2]
local runs = require('runs')

redis.call('SREM', search_jobs, job)
if not runs.is_open(search) then return 0 end
redis.call('XADD', events, 'MAXLEN', store.events.MAX_EVENTS, '*', 'left', job)
if redis.call('SCARD', search_jobs) > 0 then return 0 end
redis.call('HSET', search, 'cancel', 'true')
runs.forget_request(search, id)
return 1
