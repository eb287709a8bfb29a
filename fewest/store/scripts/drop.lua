#!lua flags=allow-oom
-- Drops a damaged value, which counts no longer. Without API keys, the service is closed rather than open to everyone.
local name = KEYS[1]
local expected = ARGV[1] -- the type that it must still have, '' for any
local kind = ARGV[2]
local memory = require('memory')

if expected ~= '' and redis.call('TYPE', name).ok ~= expected then return end
redis.call('UNLINK', name)
if name == store.keys.CLIENTS or name == store.keys.ACCESS then redis.call('SET', store.keys.ACCESS, 'closed') end
if name == store.keys.SIZES or name == store.keys.KEPT then
  memory.sum_up()
else
  memory.count(memory.is_result(name) and 'results' or 'work', name, 0)
  redis.call('ZREM', store.keys.USED, name)
  redis.call('ZREM', store.keys.ENDED, name)
end
redis.call('HINCRBY', store.keys.DAMAGED, kind, 1)
