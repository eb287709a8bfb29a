#!lua flags=allow-oom
-- The jobs of a search end with it, though each gets its document only when it is read. Returns 0 if it had ended
-- before, or if another run has replaced this one.
local search = KEYS[1]
local events = KEYS[2]
local open = KEYS[3]
local totals = KEYS[4]
local search_jobs = KEYS[5]
local run = ARGV[1] -- '' for any
local status = ARGV[2]
local result = ARGV[3]
local seconds = ARGV[4] -- to keep it
local id = ARGV[5]
local solver_seconds = ARGV[6]
local solver_nodes = ARGV[7]
local max_bytes = ARGV[8]
local clock = require('clock')
local memory = require('memory')
local runs = require('runs')
local statistics = require('statistics')
local values = require('values')
local webhooks = require('webhooks')

-- How long the event of the end is stored: every waiting request has read it by then.
local EVENTS_SECONDS = 5

local before, current, started, request_key, request, findings =
  unpack(redis.call('HMGET', search, 'status', 'run', 'started', 'request_key', 'request', 'findings'))
if not runs.is_open(before) or not runs.is_current(current, run) then return 0 end
redis.call('SREM', open, id)
runs.forget_request(request_key, id)
redis.call('HINCRBY', totals, status, 1)
redis.call('HINCRBYFLOAT', totals, 'seconds', solver_seconds)
redis.call('HINCRBYFLOAT', totals, 'nodes', solver_nodes)
if started then statistics.observe('solve', clock.now() - values.number(started)) end
redis.call('XADD', events, 'MAXLEN', 1, '*', 'status', status)
memory.expire(events, EVENTS_SECONDS)
memory.measure('work', events)
for _, job in ipairs(redis.call('SMEMBERS', search_jobs)) do
  memory.expire(store.keys.job .. job, seconds)
  webhooks.notify(job, status, true)
end
-- A later request for an equal puzzle continues from there. Findings of a search that failed may be wrong.
local key = values.object(request).key
local is_sound = status == 'stopped' or status == 'cancelled'
if findings and key and is_sound and not memory.is_full(max_bytes) then
  local answer = store.keys.answer .. key
  redis.call('HSET', answer, 'findings', findings)
  memory.measure('results', answer)
  redis.call('ZADD', store.keys.USED, clock.now(), answer)
end
redis.call('EXPIRE', search_jobs, seconds)
redis.call('HSET', search, 'status', status, 'ended', clock.now(), 'result', result)
memory.expire(search, seconds)
memory.measure('work', search)
return 1
