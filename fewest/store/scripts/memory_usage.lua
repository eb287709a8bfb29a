#!lua flags=allow-oom
-- Returns the bytes that the server uses, its limit or 0, then our own sums: each group and its bytes.
local kept = KEYS[1]
local memory = require('memory')

local used, most = memory.of_server()
return {used, most, unpack(redis.call('HGETALL', kept))}
