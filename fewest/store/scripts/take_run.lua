#!lua flags=allow-oom
-- Takes the next run of a lane, and moves up the one after it.
local ready = KEYS[1]
local taken = KEYS[6] -- the list of what workers have taken
local turns = require('turns')

turns.move_up()
local id = redis.call('LMOVE', ready, taken, 'LEFT', 'RIGHT')
if id then turns.move_up() end
return id
