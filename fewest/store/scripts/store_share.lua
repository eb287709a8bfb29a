-- Storing it again counts as a use.
local name = KEYS[1]
local max_bytes = ARGV[1]
local document = ARGV[2]
local clock = require('clock')
local memory = require('memory')

if redis.call('EXISTS', name) == 1 then return memory.touch(name) end
if memory.is_full(max_bytes) then return memory.refuse() end
redis.call('HSET', name, 'document', document)
memory.measure('results', name)
redis.call('ZADD', store.keys.USED, clock.now(), name)
