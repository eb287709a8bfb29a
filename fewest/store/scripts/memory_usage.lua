#!lua flags=allow-oom
-- Returns the bytes that the server uses, those of them that do not count, its limit or 0, then our own sums: each
-- group and its bytes.
local kept = KEYS[1]
local memory = require('memory')

local used, buffers, most = memory.of_server()
return {used, buffers, most, unpack(redis.call('HGETALL', kept))}
