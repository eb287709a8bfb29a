#!lua flags=allow-oom
-- Returns an `Instruction` of `fewest/store/units.py`.
local round = KEYS[2]
local unit = ARGV[3]
local run = ARGV[4]
local clock = require('clock')
local units = require('units')

if not units.is_own(unit, run) then return 0 end
if not units.is_running() or not units.is_current() or redis.call('HGET', round, 'solution') then
  units.remove(unit)
  return 0
end
redis.call('HSET', store.keys.search .. unit, 'heartbeat', clock.now())
return 1 + redis.call('HDEL', round, 'idle')
