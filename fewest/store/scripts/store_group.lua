#!lua flags=allow-oom
-- The jobs of a group are admitted, so it always finds room.
local group = KEYS[1]
local text = ARGV[1]
local seconds = ARGV[2]
local memory = require('memory')

redis.call('SET', group, text)
memory.expire(group, seconds)
memory.measure('work', group)
