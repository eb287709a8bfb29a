#!lua flags=allow-oom
-- Returns how many units have not ended, how many of them run, and steps, nodes, count, next_limit, solution and ended
-- of the round; false if the round is no longer the current one.
local round = KEYS[2]
local waiting = KEYS[3]
local idle = ARGV[3] -- '1' if the search has nothing else to do
local units = require('units')

if not units.is_current() then return false end
redis.call('EXPIRE', round, store.units.ROUND_SECONDS)
redis.call('EXPIRE', waiting, store.units.ROUND_SECONDS)
local open, running = 0, 0
for _, id in ipairs(redis.call('SMEMBERS', waiting)) do
  open = open + 1
  if redis.call('HGET', store.keys.search .. id, 'status') == 'running' then running = running + 1 end
end
if idle == '1' and open == running then
  redis.call('HSET', round, 'idle', 1)
else
  redis.call('HDEL', round, 'idle')
end
local steps, nodes, count, next_limit, solution, ended =
  unpack(redis.call('HMGET', round, 'steps', 'nodes', 'count', 'next_limit', 'solution', 'ended'))
return {open, running, steps, nodes, count, next_limit or '', solution or '', ended}
