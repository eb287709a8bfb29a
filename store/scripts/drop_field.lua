#!lua flags=allow-oom
local name = KEYS[1]
local field = ARGV[1]
local damage = require('damage')

redis.call('HDEL', name, field)
damage.note(name)
