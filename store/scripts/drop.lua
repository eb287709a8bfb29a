#!lua flags=allow-oom
local name = KEYS[1]
local damage = require('damage')

damage.drop(name)
