#!lua flags=allow-oom
-- Returns how many were removed.
local ready = KEYS[1]
local id = ARGV[1]
local turns = require('turns')

local removed = turns.forget(id)
if removed == 0 then removed = redis.call('LREM', ready, 1, id) end
turns.move_up()
return removed
