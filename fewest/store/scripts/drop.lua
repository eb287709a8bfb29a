#!lua flags=allow-oom
-- Drops a damaged value, which counts no longer.
local name = KEYS[1]
local kind = ARGV[1]
local memory = require('memory')

redis.call('UNLINK', name)
memory.count(memory.is_result(name) and 'results' or 'work', name, 0)
redis.call('ZREM', store.keys.USED, name)
redis.call('ZREM', store.keys.ENDED, name)
redis.call('HINCRBY', store.keys.DAMAGED, kind, 1)
