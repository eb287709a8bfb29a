#!lua flags=allow-oom
-- Returns 1 if it was the last job of an open search, which is marked as cancelled.
local search = KEYS[1]
local search_jobs = KEYS[2]
local events = KEYS[3]
local job = ARGV[1]
local id = ARGV[2]
local runs = require('runs')

redis.call('SREM', search_jobs, job)
local status, request_key = unpack(redis.call('HMGET', search, 'status', 'request_key'))
if not runs.is_open(status) then return 0 end
redis.call('XADD', events, 'MAXLEN', store.events.MAX_EVENTS, '*', 'left', job)
if redis.call('SCARD', search_jobs) > 0 then return 0 end
redis.call('HSET', search, 'cancel', 'true')
runs.forget_request(request_key, id)
return 1
