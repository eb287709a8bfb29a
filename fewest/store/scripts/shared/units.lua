-- The units of a search. All scripts that require this have these keys and arguments first.
local clock = require('clock')
local memory = require('memory')
local search = KEYS[1]
local round = KEYS[2]
local waiting = KEYS[3] -- the ids of the units that have not ended
local open = KEYS[4]
local owner = ARGV[1] -- run of the search and number of the round, "RUN.ROUND"
local search_id = ARGV[2]
local units = {}

-- Whether the run that the units belong to continues.
function units.is_running()
  local run, status, cancel = unpack(redis.call('HMGET', search, 'run', 'status', 'cancel'))
  return run == string.match(owner, '^%d+') and status == 'running' and cancel ~= 'true'
end

-- Whether the round that is stored is that of the owner.
function units.is_current() return redis.call('HGET', round, 'run') == owner end

-- Creates units from their requests. Returns their ids.
function units.create(requests)
  local ids = {}
  for index, request in ipairs(requests) do
    local id = store.units.PREFIX .. search_id .. '-' .. redis.call('HINCRBY', search, 'units', 1)
    local name = store.keys.search .. id
    redis.call('HSET', name, 'status', 'queued', 'request_key', '', 'created', clock.now(), 'heartbeat', clock.now(),
      'lane', '"' .. store.queue.Lane.LONG .. '"', 'request', request)
    redis.call('SADD', waiting, id)
    redis.call('EXPIRE', waiting, store.units.ROUND_SECONDS)
    redis.call('SADD', open, id)
    memory.measure('work', name)
    ids[index] = id
  end
  return ids
end

-- Removes a unit. Returns the number that it is queued with.
function units.remove(id)
  local name = store.keys.search .. id
  local run = redis.call('HGET', name, 'run') or '0'
  redis.call('SREM', waiting, id)
  redis.call('SREM', open, id)
  for _, own in ipairs({name, name .. ':events'}) do
    redis.call('UNLINK', own)
    redis.call('ZREM', store.keys.ENDED, own)
    memory.count('work', own, 0)
  end
  return run
end

-- Removes the round with all units. Returns their ids and the numbers that they are queued with.
function units.remove_all()
  local removed = {}
  for index, id in ipairs(redis.call('SMEMBERS', waiting)) do removed[index] = {id, units.remove(id)} end
  redis.call('UNLINK', round)
  return removed
end

-- Whether a run of a unit is that which runs.
function units.is_own(id, run)
  local status, current = unpack(redis.call('HMGET', store.keys.search .. id, 'status', 'run'))
  return status == 'running' and current == run
end

return units
