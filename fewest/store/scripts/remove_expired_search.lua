#!lua flags=allow-oom
local search = KEYS[1]
local open = KEYS[2]
local id = ARGV[1]
local memory = require('memory')

redis.call('SREM', open, id)
memory.count('work', search, 0)
