#!lua flags=allow-oom
-- Returns the ids of the new units; nothing if another run has replaced this one, or if the server has lost steps.
local round = KEYS[2]
local owner = ARGV[1]
local step = tonumber(ARGV[3])
local requests = {unpack(ARGV, 4)}
local units = require('units')
local values = require('values')

if not units.is_running() then return false end
if not units.is_current() then
  units.remove_all()
  redis.call('HSET', round, 'run', owner, 'steps', 0, 'nodes', 0, 'count', 0, 'ended', 0)
end
local last_step = values.number(redis.call('HGET', round, 'steps'))
if step == last_step then return redis.call('HGET', round, 'last') end
if step ~= last_step + 1 then return false end
local reply = cjson.encode(units.create(requests))
redis.call('HSET', round, 'steps', step, 'last', reply)
redis.call('EXPIRE', round, store.units.ROUND_SECONDS)
return reply
