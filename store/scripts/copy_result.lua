#!lua flags=allow-oom
local source = KEYS[1]
local target = KEYS[2]
local max_bytes = ARGV[1]
local clock = require('clock')
local memory = require('memory')

if redis.call('EXISTS', target) == 1 or memory.is_full(max_bytes) then return 0 end
redis.call('COPY', source, target)
memory.measure('results', target)
redis.call('ZADD', store.keys.USED, clock.now(), target)
return 1
