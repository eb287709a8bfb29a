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

if redis.call('HGET', search, 'status') ~= 'queued' or not runs.is_current(search, last_run) then return {0, {}} end
redis.call('HDEL', search, 'short_since', 'waits_for')
if redis.call('HSETNX', search, 'started', clock.now()) == 1 then
  statistics.observe('queue', clock.now() - values.number(redis.call('HGET', search, 'created')))
  for _, job in ipairs(redis.call('SMEMBERS', search_jobs)) do webhooks.notify(job, 'running', false) end
end
local run = redis.call('HINCRBY', search, 'run', 1)
redis.call('HSET', search, 'status', 'running', 'heartbeat', clock.now())
return {run, redis.call('HGETALL', search)}
