#!lua flags=allow-oom
-- Returns id, run and request of a unit that is not being done, as JSON, or nothing.
-- A step sent again gets the reply it got. Other keys and arguments: shared/units.lua.
local round = KEYS[2]
local waiting = KEYS[3]
local step = tonumber(ARGV[3])
local units = require('units')
local values = require('values')

if not units.is_current() then return false end
local last_step = values.number(redis.call('HGET', round, 'steps'))
if step == last_step then return redis.call('HGET', round, 'last') end
if step ~= last_step + 1 then return false end
for _, id in ipairs(redis.call('SMEMBERS', waiting)) do
  local status, request = unpack(redis.call('HMGET', store.keys.search .. id, 'status', 'request'))
  if status == 'queued' or status == 'failed' then
    local reply = cjson.encode({id, units.remove(id), request})
    redis.call('HSET', round, 'steps', step, 'last', reply)
    return reply
  end
end
return false
