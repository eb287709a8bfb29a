#!lua flags=allow-oom
-- Keeps what a search has left of an iteration, together with its units, for its next run. If the server does not know
-- of all steps of the round, or a unit has found a solution, that is not all that is left, and nothing is kept.
local search = KEYS[1]
local round = KEYS[2]
local waiting = KEYS[3]
local own = ARGV[3] -- what the search has done and left itself
local steps = ARGV[4] -- of the round, '0' if there is none
local memory = require('memory')
local units = require('units')

if not units.is_running() then return end
local requests = {}
local next_limit, count, bytes = '', '0', #own
if steps ~= '0' then
  if not units.is_current() or redis.call('HGET', round, 'steps') ~= steps then return end
  if (redis.call('HGET', round, 'solution') or '') ~= '' then return end
  next_limit, count = unpack(redis.call('HMGET', round, 'next_limit', 'count'))
  for index, id in ipairs(redis.call('SMEMBERS', waiting)) do
    local request = redis.call('HGET', store.keys.search .. id, 'request')
    if not request then return end
    requests[index] = request
    bytes = bytes + #request
  end
end
if bytes > store.units.MAX_KEPT_BYTES then return end
redis.call('HSET', search, 'left', cjson.encode({
  own = own, units = requests, next_limit = next_limit or '', count = count or '0'
}))
memory.measure('work', search, store.searches.ROOM_BYTES)
