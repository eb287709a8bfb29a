-- Runs of searches: which one a script is called for, and its beginning.
local clock = require('clock')
local statistics = require('statistics')
local values = require('values')
local webhooks = require('webhooks')
local runs = {}

function runs.is_open(status) return status == 'queued' or status == 'running' end

-- Whether a number is that of the current run; '' stands for any.
function runs.is_current(current, run) return run == '' or (current or '0') == run end

-- Has equal requests no longer join a search.
function runs.forget_request(request_key, id)
  if request_key and redis.call('GET', store.keys.request .. request_key) == id then
    redis.call('DEL', store.keys.request .. request_key)
  end
end

-- Begins the next run of a queued search. Returns the fields of the search, and the findings with the answer's key.
function runs.start(search, key)
  local run, created, started = unpack(redis.call('HMGET', search, 'run', 'created', 'started'))
  if not started then
    statistics.observe('queue', clock.now() - values.number(created))
    for _, job in ipairs(redis.call('SMEMBERS', search .. ':jobs')) do webhooks.notify(job, 'running', false) end
  end
  redis.call('HDEL', search, 'short_since', 'waits_for')
  redis.call('HSET', search, 'started', started or clock.now(), 'run', values.number(run) + 1, 'status', 'running',
    'heartbeat', clock.now())
  local fields = redis.call('HGETALL', search)
  local known = redis.call('HGET', store.keys.answer .. (key or ''), 'findings')
  if known then
    table.insert(fields, 'known_findings')
    table.insert(fields, known)
  end
  return fields
end

return runs
