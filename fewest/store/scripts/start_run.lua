#!lua flags=allow-oom
-- Returns the number of the run and the fields of the search; 0 if it must not start.
local search = KEYS[1]
local search_jobs = KEYS[2]
local last_run = ARGV[1] -- the number of the run before it, '' for any
local clock = require('clock')
local runs = require('runs')
local statistics = require('statistics')
local values = require('values')
local webhooks = require('webhooks')

local status, run, created, started = unpack(redis.call('HMGET', search, 'status', 'run', 'created', 'started'))
if status ~= 'queued' or not runs.is_current(run, last_run) then return {0, {}} end
if not started then
  statistics.observe('queue', clock.now() - values.number(created))
  for _, job in ipairs(redis.call('SMEMBERS', search_jobs)) do webhooks.notify(job, 'running', false) end
end
local now = clock.now()
local next_run = values.number(run) + 1
redis.call('HDEL', search, 'short_since', 'waits_for')
redis.call('HSET', search, 'started', started or now, 'run', next_run, 'status', 'running', 'heartbeat', now)
return {next_run, redis.call('HGETALL', search)}
