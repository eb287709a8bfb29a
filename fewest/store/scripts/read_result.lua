#!lua flags=allow-oom
local name = KEYS[1]
local fields = {unpack(ARGV, 1)}
local memory = require('memory')

memory.touch(name)
return redis.call('HMGET', name, unpack(fields))
